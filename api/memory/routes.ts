import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import {
  agentMemoryQuery,
  agentMemorySchema,
  forgetEverywhereQuery,
  forgetMemoryQuery,
  forgottenSchema,
} from '../../contracts/api/index.ts';
import { agentSchema } from '../../contracts/agents/index.ts';
import type {
  GatewayMemoryAnswer,
  GatewayMemoryCall,
} from '../../contracts/models/gateway-call.ts';
import type { MemoryScope } from '../../contracts/agents/memory.ts';
import { requireAgent } from '../agents/view-agents.ts';
import { clientSignal } from '../base/client-signal.ts';
import { requirePrincipal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

type Listed = Exclude<GatewayMemoryAnswer, { forgotten: number }>;
type Forgotten = Extract<GatewayMemoryAnswer, { forgotten: number }>;

const forgetting =
  'Runs that already read a deleted memory continue, but Baton does not store what they find with it. If the store is ' +
  'unavailable, the answer is 503 and Baton deletes the memories when it is back. Run records keep what models were given.';

const params = z.object({ name: agentSchema.shape.name.describe('The agent') });
const entryParams = z.object({ ...params.shape, id: z.uuid() });

/** What an agent remembers. Workers keep it, and answer. */
export const memoryRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { calls } = services;

  async function ask<Answer extends GatewayMemoryAnswer>(
    request: GatewayMemoryCall,
    reply: FastifyReply,
  ): Promise<Answer> {
    const { user } = requirePrincipal(reply.request);
    const call = await calls.open<Answer>({
      kind: 'memory',
      // An embedding of what is looked for is paid by the budgets of this user.
      user,
      idempotencyKey: undefined,
      body: request,
      priority: 'high',
      request,
      summary: `memory of ${request.agent ?? 'all agents'} · ${request.ask}`,
    });
    return call.answer(clientSignal(reply));
  }

  async function forget(agent: string | null, scope: MemoryScope, reply: FastifyReply) {
    return ask<Forgotten>({ ask: 'forget', agent, scope }, reply);
  }

  app.delete(
    '/memory',
    {
      config: { audit: { action: 'memories.deleted', tells: ['run', 'user'] } },
      schema: {
        tags: ['agents'],
        summary: 'Delete the memories of a run, of a user, or of a run for a user, in all agents',
        description: `This includes deleted agents. ${forgetting}`,
        querystring: forgetEverywhereQuery,
        response: { 200: forgottenSchema, ...problems },
      },
    },
    ({ query }, reply) => forget(null, scopeOf(query), reply),
  );

  app.get(
    '/agents/:name/memory',
    {
      schema: {
        tags: ['agents'],
        summary: 'List the memories of an agent: the most similar to a query, or the newest',
        description:
          'Baton embeds the query with the current embedding model, which may cost money. A query does not find memories ' +
          'that another embedding model stored; the list without a query includes them.',
        params,
        querystring: agentMemoryQuery,
        response: { 200: agentMemorySchema, ...problems },
      },
    },
    async ({ params: { name }, query: { query, user: onBehalfOf, limit, cursor } }, reply) => {
      const offset = offsetOf(cursor);
      const { hasMore, ...memory } = await ask<Listed>(
        {
          ask: 'list',
          agent: name,
          limit,
          offset,
          ...(query?.trim() && { query }),
          ...(onBehalfOf && { user: onBehalfOf }),
        },
        reply,
      );
      if (memory.entries === 0) await requireAgent(services, name);
      return { ...memory, nextCursor: hasMore ? cursorOf(offset + limit) : null };
    },
  );

  app.delete(
    '/agents/:name/memory',
    {
      config: { audit: { action: 'memories.deleted', tells: ['run', 'user'] } },
      schema: {
        tags: ['agents'],
        summary: 'Delete memories of an agent: those of a run, of a user, or all',
        description: forgetting,
        params,
        querystring: forgetMemoryQuery,
        response: { 200: forgottenSchema, ...problems },
      },
    },
    async ({ params: { name }, query }, reply) => {
      const answer = await forget(name, scopeOf(query), reply);
      if (answer.forgotten === 0) await requireAgent(services, name);
      return answer;
    },
  );

  app.delete(
    '/agents/:name/memory/:id',
    {
      config: { audit: { action: 'memories.deleted', tells: ['run', 'user'] } },
      schema: {
        tags: ['agents'],
        summary: 'Delete one memory of an agent',
        params: entryParams,
        response: { 200: forgottenSchema, ...problems },
      },
    },
    async ({ params: { name, id } }, reply) => {
      const answer = await forget(name, { id }, reply);
      if (answer.forgotten > 0) return answer;
      throw new Problem(
        'not-found',
        `Agent ${name} has no memory ${id}. It may have been deleted already.`,
      );
    },
  );
};

function scopeOf({ run, user: onBehalfOf }: z.output<typeof forgetMemoryQuery>): MemoryScope {
  return {
    ...(run !== undefined && { runId: run }),
    ...(onBehalfOf !== undefined && { user: onBehalfOf }),
  };
}

/** Places in a list, since the order by similarity has no other mark. */
function cursorOf(offset: number): string {
  return Buffer.from(`memory ${offset}`).toString('base64url');
}

/** @throws {Problem} `bad-cursor` for text that {@link cursorOf} did not make. */
function offsetOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, offset] = /^memory (\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (offset !== undefined) return Number(offset);
  throw new Problem('bad-cursor', 'Send the `nextCursor` of the previous page, or omit `cursor`.');
}
