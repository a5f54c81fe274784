import { Context } from '@temporalio/activity';
import type { GatewayActivities } from '../../contracts/activities/index.ts';
import { callChannel } from '../../contracts/runs/events.ts';
import type {
  GatewayMemoryAnswer,
  GatewayMemoryCall,
} from '../../contracts/models/gateway-call.ts';
import type { MemoryView } from '../../contracts/api/memory.ts';
import type { FoundMemory, Memory } from '../../contracts/agents/memory.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import type {
  GatewayCallRepository,
  GatewayCallRow,
} from '../../db/repositories/models/gateway-calls.ts';
import { whileShowing } from '../../db/sealing.ts';
import type { Bus } from '../../bus/bus.ts';
import type { AgentMemory } from '../memory/agent-memory.ts';
import { lexicalNotice } from '../memory/embeddings/lexical.ts';
import type { Caller } from '../base/caller.ts';
import { answerOnce } from './answer-once.ts';

type Needed = { bus: Bus; gatewayCalls: GatewayCallRepository; memory: AgentMemory };
type Asked<Ask> = Extract<GatewayMemoryCall, { ask: Ask }>;

/** Looks into the memory of an agent, or has it or all agents forget, for somebody who asks the API. */
export function createAskMemory(dependencies: Needed): GatewayActivities['askMemory'] {
  const { bus, gatewayCalls, memory } = dependencies;
  const { store, forgetting, choice, maximum } = memory;

  return async ({ callId }) => {
    await answerOnce(gatewayCalls, callId, answer);
    bus.publish(callChannel(callId), { type: 'finish', callId, sequence: 1 });
  };

  async function answer(call: GatewayCallRow): Promise<GatewayMemoryAnswer> {
    const request = call.request as GatewayMemoryCall;
    return request.ask === 'list' ? whileShowing(() => list(request, call)) : forget(request, call);
  }

  async function list(
    asked: Asked<'list'>,
    { id, user }: GatewayCallRow,
  ): Promise<GatewayMemoryAnswer> {
    const { agent, limit } = asked;
    await forgetting.catchUp(agent);
    const [counts, memories] = await Promise.all([store.count(agent), look(asked, { id, user })]);
    return { ...statusOf(counts), agent, ...page(memories, limit) };
  }

  /** One more than wanted says that there are more. */
  async function look(
    { agent, query, user: onBehalfOf, limit, offset }: Asked<'list'>,
    { id: callId, user }: Pick<GatewayCallRow, 'id' | 'user'>,
  ): Promise<(Memory | FoundMemory)[]> {
    const wanted = { limit: limit + 1, offset, user: onBehalfOf };
    if (query === undefined) return store.newest(agent, wanted);
    const caller: Caller = { callId, source: 'gateway', user, priority: 'high', budgets: [] };
    const signal = Context.current().cancellationSignal;
    const embedded = await memory.embed(query, { caller, signal });
    return store.search(agent, { ...embedded, floor: 0, ...wanted });
  }

  function statusOf(counts: Record<string, number>) {
    const entries = Object.entries(counts);
    const comparable = entries.filter(([embedding]) => embedding.startsWith(`${choice}/`));
    const sum = (some: typeof entries) => some.reduce((total, [, count]) => total + count, 0);
    return {
      store: store.name,
      embedding: { name: choice, notice: choice === 'lexical' ? lexicalNotice : null },
      entries: sum(entries),
      comparable: sum(comparable),
      maximum,
    };
  }

  async function forget(
    { agent, scope }: Asked<'forget'>,
    { id }: GatewayCallRow,
  ): Promise<GatewayMemoryAnswer> {
    return { forgotten: await forgetting.forget({ id, agent, scope }) };
  }
}

function page(memories: (Memory | FoundMemory)[], limit: number) {
  return { items: memories.slice(0, limit).map(viewOf), hasMore: memories.length > limit };
}

function viewOf(memory: Memory | FoundMemory): MemoryView {
  const { relevance: _relevance, at, asOf, lastRecalledAt, outside, ...rest } = memory;
  return {
    ...rest,
    ...markOf(outside),
    at: at.toISOString(),
    asOf: asOf?.toISOString() ?? null,
    lastRecalledAt: lastRecalledAt?.toISOString() ?? null,
    similarity: 'similarity' in memory ? Math.round(memory.similarity * 1_000) / 1_000 : null,
  };
}
