import type { RetryPlan } from '../../../contracts/runs/retry.ts';
import type { ResumeClaim } from '../../../contracts/runs/resume-claim.ts';
import type {
  AddInstructionInput,
  CallModelInput,
  CallModelResult,
  CloseApprovalInput,
  FinishChildInput,
  FinishRunInput,
  MakePlanInput,
  EventWaitEnd,
  OpenConversationInput,
  OpenEventWaitInput,
  RaiseBudgetInput,
  RecordRefusalInput,
  RecallMemoriesInput,
  RecordActivities,
  RecordInterruptionInput,
  RecordMemoryFailureInput,
  RecordObservationInput,
  RememberStepInput,
  RequestApprovalInput,
  RunToolInput,
  RunToolResult,
  SummarizeTurnsInput,
} from '../../../contracts/activities/index.ts';
import type { Json } from '../../../contracts/base/json.ts';

/** What the workflows asked for, in order. */
export type Recorded = {
  finished?: FinishRunInput;
  children: FinishChildInput[];
  tools: RunToolInput[];
  models: CallModelInput[];
  approvals: RequestApprovalInput[];
  closed: CloseApprovalInput[];
  refusals: RecordRefusalInput[];
  /** What happened to an approval that nobody decided. */
  timers: ('reminder' | 'escalation')[];
  observations: RecordObservationInput[];
  opened: string[];
  summaries: SummarizeTurnsInput[];
  planned: MakePlanInput[];
  conversations: OpenConversationInput[];
  raised: RaiseBudgetInput[];
  interrupted: RecordInterruptionInput[];
  resumed: { nodePath: string }[];
  instructions: AddInstructionInput[];
  recalled: RecallMemoriesInput[];
  remembered: RememberStepInput[];
  unremembered: RecordMemoryFailureInput[];
  waits: OpenEventWaitInput[];
  /** Each time that a workflow asked whether its event has come. */
  endedWaits: { id: string; isOver: boolean }[];
};

export type Scripts = {
  /** How many have approved, where more must. */
  counted?: () => number | undefined;
  /** Why a decision is refused as it is put on record; never when left out. */
  misfit?: (decision: CloseApprovalInput) => string | undefined;
  /** Why a request to resume does not count; never when left out. */
  forged?: (request: ResumeClaim) => string | undefined;
  /** Why a decision raises no budget; never when left out. */
  noRaise?: (decision: RaiseBudgetInput) => string | undefined;
  /** What a decision must carry; nothing when left out, as where an older version asked. */
  token?: string;
  /** What a child takes over from the run that is retried; nothing when left out. */
  childRetry?: (child: Parameters<RecordActivities['planChildRetry']>[0]) => RetryPlan;
  /** What a run is known to end with before it begins; nothing when left out. */
  start?: () => { ends: Json };
  /** What a tool gives; its arguments when left out. */
  tool?: (input: RunToolInput) => Promise<RunToolResult | Json> | RunToolResult | Json;
  /** What happens when an agent is opened; nothing when left out. */
  open?: () => void;
  /** What happens when an agent's memory is asked; nothing when left out. */
  recall?: () => unknown;
  /** What happens when a step is remembered; nothing when left out. */
  remember?: () => Promise<void> | void;
  /** What the records say of a waiting for an event; that none has come when left out. */
  event?: (asked: { id: string; isOver: boolean }) => EventWaitEnd;
  /** What a model answers; a report of the turn when left out. */
  model?: (input: CallModelInput) => Promise<CallModelResult> | CallModelResult;
};
