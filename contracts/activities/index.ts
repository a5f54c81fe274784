import type { ApprovalRecords } from './approvals.ts';
import type { ConversationRecords } from './conversations.ts';
import type { GatewayActivities } from './gateway.ts';
import type { MemoryActivities, MemoryRecords } from './memory.ts';
import type { ModelActivities } from './models.ts';
import type { NotificationActivities } from './notifications.ts';
import type { PlanningActivities } from './planning.ts';
import type { RunRecords } from './runs.ts';
import type { ToolActivities } from './tools.ts';
import type { TriggerRecords } from './triggers.ts';

export type {
  CloseApprovalInput,
  RaiseBudgetInput,
  RecordRefusalInput,
  RequestApprovalInput,
  RefusedClose,
} from './approvals.ts';
export type {
  AddInstructionInput,
  ContinuedConversation,
  OpenConversationInput,
  RecordObservationInput,
} from './conversations.ts';
export type { GatewayActivities } from './gateway.ts';
export type {
  MemoryActivities,
  RecallMemoriesInput,
  RecallMemoriesResult,
  RecordMemoryFailureInput,
  RememberStepInput,
} from './memory.ts';
export type {
  CallModelInput,
  CallModelResult,
  CallPostponed,
  CallUnanswered,
  GivenTask,
  ModelActivities,
  PlanDue,
  RequestedCall,
  SummarizeTurnsInput,
  SummarizeTurnsResult,
} from './models.ts';
export type { NotificationActivities } from './notifications.ts';
export type { MakePlanInput, PlanningActivities } from './planning.ts';
export type { FinishChildInput, FinishRunInput, RecordInterruptionInput } from './runs.ts';
export { stepKeyText } from './step.ts';
export type { CalledAgain, CallSoFar, CallWaiting, Marked, StepKey, Worked } from './step.ts';
export type { EventWaitEnd, OpenEventWaitInput } from './triggers.ts';
export type { ApprovalDue, RunToolInput, RunToolResult, ToolActivities } from './tools.ts';

/** Records of runs: quick writes to the database. */
export type RecordActivities = RunRecords &
  ConversationRecords &
  ApprovalRecords &
  MemoryRecords &
  TriggerRecords;

/** All that workflows and the API may have done outside themselves. */
export type Activities = RecordActivities &
  ModelActivities &
  PlanningActivities &
  MemoryActivities &
  GatewayActivities &
  NotificationActivities &
  ToolActivities;
