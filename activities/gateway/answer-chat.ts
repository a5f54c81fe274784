import { Context } from '@temporalio/activity';
import type { GatewayActivities } from '../../contracts/activities/index.ts';
import { callChannel } from '../../contracts/runs/events.ts';
import type { GatewayChatAnswer, GatewayChatCall } from '../../contracts/models/gateway-call.ts';
import type { ChatDelta } from '../../contracts/models/messages.ts';
import type {
  BegunCall,
  GatewayCallRepository,
} from '../../db/repositories/models/gateway-calls.ts';
import type { ModelCaller } from '../models/model-caller.ts';
import type { Bus } from '../../bus/bus.ts';
import { createDeltaStream } from '../models/delta-stream.ts';
import { answerOnce } from './answer-once.ts';
import { paidBy } from './paid-by.ts';
import type { Asking } from './answer-once.ts';

type Needed = { gatewayCalls: GatewayCallRepository; callModel: ModelCaller; bus: Bus };

/** A chat that the gateway was asked for: its request and its answer are in the records. */
export function createAnswerChat(dependencies: Needed): GatewayActivities['answerChat'] {
  return async ({ callId }) => {
    const { bus, gatewayCalls } = dependencies;
    const { attempt } = Context.current().info;
    const channel = callChannel(callId);
    const deltas = createDeltaStream({ bus, channel, source: { callId }, attempt });
    await answerOnce(gatewayCalls, callId, (call, asking) =>
      askModels(dependencies, call, deltas, asking),
    );
    deltas.finish();
  };
}

async function askModels(
  { callModel }: Needed,
  { id, user, request, dailyBudgets }: BegunCall,
  deltas: ReturnType<typeof createDeltaStream>,
  { onOutput, book }: Asking,
): Promise<GatewayChatAnswer> {
  const paying = { ...paidBy(request), ...(dailyBudgets && { dailyBudgets }), book };
  const { chain, question, priority, stream, oneToolCall } = request as GatewayChatCall;
  const isWanted = (delta: ChatDelta) => !oneToolCall || !('index' in delta) || delta.index === 0;
  const show = (delta: ChatDelta) => {
    if (!isWanted(delta)) return;
    onOutput();
    deltas.push(delta);
  };
  const answer = await callModel(
    {
      caller: { callId: id, source: 'gateway', user, priority, ...paying },
      chain,
      request: question,
    },
    {
      signal: Context.current().cancellationSignal,
      onRetry: deltas.retry,
      onFailover: deltas.failover,
      onIgnored: deltas.ignored,
      ...(stream && { onDelta: show }),
    },
  );
  const { text, toolCalls, reasoning, responseId, finish, usage, model, attempts, costUsd } =
    answer;
  const { ignored, isRefusal } = answer;
  return {
    text,
    toolCalls: oneToolCall ? toolCalls.slice(0, 1) : toolCalls,
    ...(reasoning && { reasoning }),
    ...(responseId !== undefined && { responseId }),
    ...(isRefusal && { isRefusal }),
    ...(ignored && { ignored: [...ignored] }),
    finish,
    usage,
    model,
    attempts,
    costUsd,
  };
}
