import { Context } from '@temporalio/activity';
import type { StepKey } from '../../contracts/activities/index.ts';
import type { Conversation } from '../../db/repositories/runs/conversations.ts';
import type { AgentMemory } from './agent-memory.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';
import { callerOf } from '../models/turn/caller-of.ts';
import type { Embedded } from './embeddings/embedder.ts';

/**
 * A text as a vector, paid for by the agent's budgets; and on whose behalf its run is.
 * @throws as `EmbeddingCaller` does.
 */
export async function embeddingOf(
  text: string,
  { key, conversation }: { key: StepKey; conversation: Conversation },
  { memory, runs }: { memory: AgentMemory; runs: RunRepository },
): Promise<{ embedded: Embedded; user: string }> {
  const { cancellationSignal, info } = Context.current();
  const caller = await callerOf(key, conversation, { runs });
  // An embedding is not kept: a later attempt asks, and pays, again.
  const callId = info.attempt === 1 ? caller.callId : `${caller.callId}.try-${info.attempt}`;
  const limit = AbortSignal.timeout(Math.max(1, info.startToCloseTimeoutMs - 1_000));
  const signal = AbortSignal.any([cancellationSignal, limit]);
  const embedded = await memory.embed(text, { caller: { ...caller, callId }, signal });
  return { embedded, user: caller.user };
}
