import { context, createContextKey } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';
import {
  ATTR_GEN_AI_AGENT_NAME,
  ATTR_GEN_AI_CONVERSATION_ID,
} from '@opentelemetry/semantic-conventions/incubating';
import type { Caller } from '../../../base/caller.ts';

const key = createContextKey('baton caller');

/** Runs `work` so that the spans within know who calls. */
export function asCaller<Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> {
  return context.with(context.active().setValue(key, caller), work);
}

/** Run, node and agent of the call that is under way. A conversation is what an agent's node says in one run. */
export function callerAttributes(): Attributes {
  const caller = context.active().getValue(key) as Caller | undefined;
  if (!caller) return {};
  const { callId, source, runId, nodePath, agent } = caller;
  return {
    'baton.call.id': callId,
    'baton.call.source': source,
    ...(runId && { 'baton.run.id': runId }),
    ...(nodePath && { 'baton.node.path': nodePath }),
    ...(agent && { [ATTR_GEN_AI_AGENT_NAME]: agent }),
    ...(runId && nodePath && { [ATTR_GEN_AI_CONVERSATION_ID]: `${runId}/${nodePath}` }),
  };
}
