import type { CallModelInput } from '../../../../contracts/activities/index.ts';
import type { Conversation } from '../../../../db/repositories/runs/conversations.ts';
import type { StepRow } from '../../../../db/repositories/runs/steps.ts';
import type { Dependencies } from '../../../dependencies.ts';
import type { CallOptions } from '../../provider.ts';
import type { Caller, ModelAnswer } from '../../model-caller.ts';
import type { RouteOptions } from '../../ask/router.ts';

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

export type EngineDependencies = Pick<
  Dependencies,
  'callModel' | 'conversations' | 'models' | 'plans' | 'steps' | 'tools' | 'windows'
>;

/** A way to have a conversation with a model: who keeps it, and what is sent at each turn. */
export type Engine = (call: EngineCall, dependencies: EngineDependencies) => Promise<ModelAnswer>;
