import type { CallModelInput } from '../../../../contracts/activities/index.ts';
import type {
  Conversation,
  ConversationRepository,
} from '../../../../db/repositories/runs/conversations.ts';
import type { StepRepository, StepRow } from '../../../../db/repositories/runs/steps.ts';
import type { ServedModels } from '../../ask/model-directory.ts';
import type { PlanRepository } from '../../../../db/repositories/runs/plans.ts';
import type { ToolExecutor } from '../../../tool-kit/executor.ts';
import type { ModelWindows } from '../context/model-windows.ts';
import type { CallOptions } from '../../provider.ts';
import type { Caller } from '../../../base/caller.ts';
import type { ModelAnswer, ModelCaller } from '../../model-caller.ts';
import type { RouteOptions } from '../../router.ts';

/** One turn of a conversation, to be answered by a model. */
export type EngineCall = {
  input: CallModelInput;
  conversation: Conversation;
  caller: Caller;
  chain: readonly string[];
  /** The step as tries before this one have left it. */
  earlier: StepRow | undefined;
  options: Required<Pick<CallOptions, 'signal' | 'onDelta' | 'onRetry'>> &
    Required<Pick<RouteOptions, 'onAsk' | 'onFailover' | 'failoverOnContentFilter'>>;
};

export type EngineNeeds = {
  callModel: ModelCaller;
  conversations: ConversationRepository;
  models: ServedModels;
  plans: PlanRepository;
  steps: StepRepository;
  tools: ToolExecutor;
  windows: ModelWindows;
};

/** A way to have a conversation with a model: who keeps it, and what is sent at each turn. */
export type Engine = (call: EngineCall, dependencies: EngineNeeds) => Promise<ModelAnswer>;
