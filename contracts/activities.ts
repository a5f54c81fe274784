import type { ApprovalRecords } from './activities/approvals.ts';
import type { ConversationRecords } from './activities/conversations.ts';
import type { GatewayActivities } from './activities/gateway.ts';
import type { MemoryActivities, MemoryRecords } from './activities/memory.ts';
import type { ModelActivities } from './activities/models.ts';
import type { NotificationActivities } from './activities/notifications.ts';
import type { PlanningActivities } from './activities/planning.ts';
import type { RunRecords } from './activities/runs.ts';
import type { ToolActivities } from './activities/tools.ts';

export type {
  CloseApprovalInput,
  RaiseBudgetInput,
  RequestApprovalInput,
} from './activities/approvals.ts';
export type {
  AddInstructionInput,
  OpenConversationInput,
  RecordObservationInput,
} from './activities/conversations.ts';
export type { GatewayActivities } from './activities/gateway.ts';
export type {
  MemoryActivities,
  RecallMemoriesInput,
  RecallMemoriesResult,
  RecordMemoryFailureInput,
  RememberStepInput,
} from './activities/memory.ts';
export type {
  CallModelInput,
  CallModelResult,
  CallPostponed,
  CallUnanswered,
  GivenTask,
  ModelActivities,
  RequestedCall,
  SummarizeTurnsInput,
  SummarizeTurnsResult,
} from './activities/models.ts';
export type { NotificationActivities } from './activities/notifications.ts';
export type { MakePlanInput, PlanningActivities } from './activities/planning.ts';
export type {
  FinishChildInput,
  FinishRunInput,
  RecordInterruptionInput,
} from './activities/runs.ts';
export { stepKeyText } from './activities/step.ts';
export type { Marked, StepKey, Worked } from './activities/step.ts';
export type {
  ApprovalDue,
  RunToolInput,
  RunToolResult,
  ToolActivities,
} from './activities/tools.ts';

/** Records of runs: quick writes to the database. */
export type RecordActivities = RunRecords & ConversationRecords & ApprovalRecords & MemoryRecords;

/** All that workflows and the API may have done outside themselves. */
export type Activities = RecordActivities &
  ModelActivities &
  PlanningActivities &
  MemoryActivities &
  GatewayActivities &
  NotificationActivities &
  ToolActivities;
