import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  agentCheckSchema,
  agentListSchema,
  agentViewSchema,
  jsonSchema,
} from '../../contracts/api/index.ts';
import { deleteAgent } from './delete-agent.ts';
import { checkDraft, readAgent, saveAgent } from './save-agent.ts';
import { requireAgent, viewAgents } from './view-agents.ts';
import {
  changedMeanwhile,
  conditionsTold,
  entityTag,
  expectedRevision,
  replacedRevision,
} from '../base/expected-revision.ts';
import { addYamlBodies } from '../documents/yaml-bodies.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

const params = z.object({ name: z.string() });
const consumes = ['application/json', 'text/yaml'];
const bothForms =
  'The body is the definition, as JSON or as text/yaml, as files of agents hold it.';

/** Agents: what there is, and the user's own. */
export const agentRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  addYamlBodies(app);

  app.get(
    '/agents',
    {
      schema: {
        tags: ['agents'],
        summary: 'The agents of every source, whether each can run, and what it lacks',
        response: { 200: agentListSchema, ...problems },
      },
    },
    async () => viewAgents(services),
  );

  app.get(
    '/agents/:name',
    {
      schema: {
        tags: ['agents'],
        summary: 'An agent, whether it can run, and what it lacks',
        description: 'Its ETag is the hash of its definition, for If-Match.',
        params,
        response: { 200: agentViewSchema, ...problems },
      },
    },
    async ({ params: { name } }, reply) => {
      const agent = await requireAgent(services, name);
      reply.header('etag', entityTag(agent.hash));
      return agent;
    },
  );

  app.post(
    '/agents',
    {
      schema: {
        tags: ['agents'],
        summary: 'Make an agent of your own, under the name that its definition has',
        description: bothForms,
        consumes,
        body: jsonSchema,
        response: { 201: agentViewSchema, ...problems },
      },
    },
    async ({ body }, reply) => {
      const agent = await readAgent(services, body);
      const { name } = agent;
      const stored = await saveAgent(services, agent, null);
      if (!stored) {
        throw new Problem(
          'name-taken',
          `There is an agent ${name} already. Choose another name, or change it with PUT /api/v1/agents/${name}.`,
        );
      }
      reply.code(201).header('location', `/api/v1/agents/${name}`);
      reply.header('etag', entityTag(stored.hash));
      return requireAgent(services, name);
    },
  );

  app.put(
    '/agents/:name',
    {
      schema: {
        tags: ['agents'],
        summary: 'Store an agent of your own, in place of what has its name',
        description: `${bothForms} ${conditionsTold.replace} Runs keep the definition that they started with.`,
        params,
        consumes,
        body: jsonSchema,
        response: { 200: agentViewSchema, 201: agentViewSchema, ...problems },
      },
    },
    async ({ params: { name }, headers, body }, reply) => {
      const before = await services.agents.get(name);
      const expected = replacedRevision(headers, writtenAt(name, before));
      const agent = await readAgent(services, body, name);
      const stored = await saveAgent(services, agent, expected);
      if (!stored) throw changedMeanwhile(writtenAt(name, await services.agents.get(name)));
      reply.code(before ? 200 : 201).header('etag', entityTag(stored.hash));
      return requireAgent(services, name);
    },
  );

  app.delete(
    '/agents/:name',
    {
      schema: {
        tags: ['agents'],
        summary: 'Delete an agent of your own, which no pipeline and no other agent names',
        description: conditionsTold.delete,
        params,
        response: { 204: z.null(), ...problems },
      },
    },
    async ({ params: { name }, headers }, reply) => {
      const agent = await requireAgent(services, name);
      const expected = expectedRevision(headers, writtenAt(name, agent));
      if (!(await deleteAgent(services, name, expected))) {
        throw changedMeanwhile(writtenAt(name, await services.agents.get(name)));
      }
      reply.code(204);
      return null;
    },
  );

  app.post(
    '/agents/check',
    {
      schema: {
        tags: ['agents'],
        summary: 'Every mistake of a definition, and what the agent would lack; nothing is stored',
        description: bothForms,
        consumes,
        body: jsonSchema,
        response: { 200: agentCheckSchema, ...problems },
      },
    },
    async ({ body }) => checkDraft(services, body),
  );
};

function writtenAt(name: string, stored: { hash: string } | undefined) {
  return { kind: 'agent', name, revision: stored?.hash } as const;
}
