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
import { usualUser } from '../../contracts/base/usual-user.ts';
import { requireAgent } from '../agents/view-agents.ts';
import { clientSignal } from '../base/client-signal.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

type Listed = Exclude<GatewayMemoryAnswer, { forgotten: number }>;
type Forgotten = Extract<GatewayMemoryAnswer, { forgotten: number }>;

const forgetting =
  'What is forgotten stays so: runs that were given before go on, and what they find of it is not remembered. While ' +
  'the store is away the answer is 503, and it is forgotten as soon as the store is back. The records of runs stay as ' +
  'they are: what was told to a model is in them.';

const params = z.object({ name: agentSchema.shape.name.describe('The agent') });
const entryParams = z.object({ ...params.shape, id: z.uuid() });

/** What an agent remembers. Workers keep it, and answer. */
export const memoryRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { calls } = services;

  async function ask<Answer extends GatewayMemoryAnswer>(
    request: GatewayMemoryCall,
    reply: FastifyReply,
  ): Promise<Answer> {
    const call = await calls.open<Answer>({
      kind: 'memory',
      // An embedding of what is looked for is paid by the budgets of this user.
      user: usualUser,
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
      schema: {
        tags: ['agents'],
        summary:
          'Have every agent forget what was found in a run, for a user, or in a run for a user',
        description: `Deleted agents are among them. ${forgetting}`,
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
        summary: 'What an agent remembers: the most similar to a query, else the newest',
        description:
          'A query is made a vector by the embedding in use, which may cost. Memories of another embedding are not ' +
          'compared: they are among the newest alone.',
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
      schema: {
        tags: ['agents'],
        summary: 'Have an agent forget: what it found in a run, for a user, or everything',
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
      schema: {
        tags: ['agents'],
        summary: 'Have an agent forget one memory',
        params: entryParams,
        response: { 200: forgottenSchema, ...problems },
      },
    },
    async ({ params: { name, id } }, reply) => {
      const answer = await forget(name, { id }, reply);
      if (answer.forgotten > 0) return answer;
      throw new Problem('not-found', `${name} has no memory ${id}; it may be forgotten already.`);
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
  throw new Problem('bad-cursor', 'Give `nextCursor` of the page before, or leave `cursor` out.');
}
