import { Context } from '@temporalio/activity';
import type { GatewayActivities } from '../../contracts/activities.ts';
import { callChannel } from '../../contracts/events.ts';
import type { GatewayToolAnswer, GatewayToolCall } from '../../contracts/gateway-call.ts';
import type { GatewayCallRow } from '../../db/repositories/gateway-calls.ts';
import type { Dependencies } from '../dependencies.ts';
import { answerOnce } from './answer-once.ts';
import { ToolWaiting } from './failure.ts';

type Needed = Pick<Dependencies, 'bus' | 'gatewayCalls' | 'tools'>;

/** A tool that the API was asked to run. The call's id is the key of its side effect, on every attempt. */
export function createCallTool(dependencies: Needed): GatewayActivities['callTool'] {
  return async ({ callId }) => {
    const { bus, gatewayCalls } = dependencies;
    await answerOnce(gatewayCalls, callId, (call) => run(dependencies, call));
    bus.publish(callChannel(callId), { type: 'finish', callId, sequence: 1 });
  };
}

async function run(
  { tools }: Needed,
  { id, user, request }: GatewayCallRow,
): Promise<GatewayToolAnswer> {
  const { tool, args } = request as GatewayToolCall;
  const answer = await tools.run({ tool, args, key: id, runId: id, user, signal: deadline() });
  if (answer.status === 'waiting') throw new ToolWaiting(answer);
  return { output: answer.output, metadata: answer.metadata };
}

/** Ends a little before Temporal's own limit. A tool hears no cancel: one that runs is let finish. */
function deadline(): AbortSignal {
  return AbortSignal.timeout(Math.max(1, Context.current().info.startToCloseTimeoutMs - 1_000));
}
