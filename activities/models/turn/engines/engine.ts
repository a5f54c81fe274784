import type { Json } from '../../../../contracts/base/json.ts';
import type { ConversationRepository } from '../../../../db/repositories/runs/conversations.ts';
import type { StepRepository } from '../../../../db/repositories/runs/steps.ts';
import type { TurnRepository } from '../../../../db/repositories/runs/turns.ts';
import type { ServedModels } from '../../ask/model-directory.ts';
import type { ToolExecutor } from '../../../tool-kit/executor.ts';
import type { ModelWindows } from '../context/model-windows.ts';
import type { CallOptions } from '../../provider.ts';
import type { Caller } from '../../../base/caller.ts';
import type { ModelAnswer, ModelCaller } from '../../model-caller.ts';
import type { RoutedRequest, RouteOptions } from '../../router.ts';
import type { Turn } from '../turn.ts';

/** What a call is made with: who asks, and how it is watched. */
export type CallTerms = {
  caller: Caller;
  /** What the step's record holds of tries before this one, or of what it was begun with. */
  recorded: Json;
  options: Required<Pick<CallOptions, 'signal' | 'onDelta' | 'onRetry'>> &
    Required<Pick<RouteOptions, 'onAsk' | 'onFailover' | 'failoverOnContentFilter'>>;
};

export type EngineNeeds = {
  callModel: ModelCaller;
  conversations: ConversationRepository;
  models: ServedModels;
  steps: StepRepository;
  tools: ToolExecutor;
  turns: TurnRepository;
  windows: ModelWindows;
};

/** A question that is ready to be asked. */
export type Question = {
  /** What the step's record is to say of it; left out, what it says stays. */
  input?: Json;
  /** What is sent; left out where a try that follows a crash waits for the same answer. */
  request?: RoutedRequest;
  ask(terms: CallTerms): Promise<ModelAnswer>;
};

/** A way to have a conversation with a model: who keeps it, and what is sent at each turn. */
export type Engine = (turn: Turn, dependencies: EngineNeeds) => Promise<Question>;
