import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  agentCheckSchema,
  agentListSchema,
  agentViewSchema,
  jsonSchema,
} from '../../contracts/api/index.ts';
import { requirePrincipal } from '../access/principal.ts';
import { checkDraft, readAgent, saveAgent, requireOwnName } from './save-agent.ts';
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
import { unlessUnreadable, whileShowing } from '../../db/sealing.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';
import { currentAgents } from '../catalog/catalog.ts';

const params = z.object({ name: z.string() });
const deployQuery = z.object({
  deployed: z
    .stringbool()
    .default(false)
    .describe(
      'Whether a file is what it is kept in: `baton deploy` replaces it while nobody changed it elsewhere',
    ),
});
const consumes = ['application/json', 'text/yaml'];
const bothForms =
  'The body is the definition, as JSON or text/yaml, in the same form as an agent file.';

/** Agents: what there is, and the user's own. */
export const agentRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  addYamlBodies(app, services.documents);

  app.get(
    '/agents',
    {
      schema: {
        tags: ['agents'],
        summary: 'List all agents, whether each can run, and what it is missing',
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
        summary: 'Get an agent, whether it can run, and what it is missing',
        description: 'The ETag is the hash of the definition; send it in If-Match.',
        params,
        response: { 200: agentViewSchema, ...problems },
      },
    },
    async ({ params: { name } }, reply) => {
      const agent = await requireAgent(services, name);
      const isReadable = await unlessUnreadable(async () => {
        await services.agents.get(name);
        return true;
      });
      if (isReadable) reply.header('etag', entityTag(agent.hash));
      return agent;
    },
  );

  app.post(
    '/agents',
    {
      config: { audit: { action: 'document.changed' } },
      schema: {
        tags: ['agents'],
        summary: 'Create an agent. The name is in its definition',
        description: bothForms,
        consumes,
        body: jsonSchema,
        response: { 201: agentViewSchema, ...problems },
      },
    },
    async (request, reply) => {
      const agent = await readAgent(services, request.body);
      const { name } = agent;
      const by = requirePrincipal(request).name;
      const stored = await saveAgent(services, { definition: agent, by }, null);
      if (!stored) {
        throw new Problem(
          'name-taken',
          `Agent ${name} already exists. Choose another name, or change it with PUT /api/v1/agents/${name}.`,
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
      config: { audit: { action: 'document.changed' } },
      schema: {
        tags: ['agents'],
        summary: 'Create or replace an agent',
        description: `${bothForms} ${conditionsTold.replace} Runs keep the definition they started with.`,
        params,
        querystring: deployQuery,
        consumes,
        body: jsonSchema,
        response: { 200: agentViewSchema, 201: agentViewSchema, ...problems },
      },
    },
    async (request, reply) => {
      const {
        params: { name },
        headers,
        body,
        query: { deployed: isDeployed },
      } = request;
      const by = requirePrincipal(request).name;
      const before = await services.agents.hashOf(name);
      const expected = replacedRevision(headers, writtenAt(name, before));
      const agent = await readAgent(services, body, name);
      const stored = await saveAgent(services, { definition: agent, by, isDeployed }, expected);
      if (!stored) throw changedMeanwhile(writtenAt(name, await services.agents.hashOf(name)));
      reply.code(before ? 200 : 201).header('etag', entityTag(stored.hash));
      return requireAgent(services, name);
    },
  );

  app.delete(
    '/agents/:name',
    {
      config: { audit: { action: 'document.changed' } },
      schema: {
        tags: ['agents'],
        summary: 'Delete an agent of your own that no pipeline and no other agent uses',
        description: conditionsTold.delete,
        params,
        response: { 204: z.null(), ...problems },
      },
    },
    async ({ params: { name }, headers }, reply) => {
      reply.code(204);
      // Also one that no key opens can be deleted.
      return whileShowing(async () => {
        const agent = await requireAgent(services, name);
        const hash = (await services.agents.hashOf(name)) ?? agent.hash;
        const expected = expectedRevision(headers, writtenAt(name, hash));
        if (!(await deleteAgent(services, name, expected))) {
          throw changedMeanwhile(writtenAt(name, await services.agents.hashOf(name)));
        }
        return null;
      });
    },
  );

  app.post(
    '/agents/check',
    {
      config: { right: 'read' },
      schema: {
        tags: ['agents'],
        summary:
          'Validate a definition: lists its problems and what the agent would be missing. Stores nothing',
        description: bothForms,
        consumes,
        body: jsonSchema,
        response: { 200: agentCheckSchema, ...problems },
      },
    },
    async ({ body }) => checkDraft(services, body),
  );
};

function writtenAt(name: string, revision: string | undefined) {
  return { kind: 'agent', name, revision } as const;
}

/**
 * Deletes an agent that was made through the API; workers forget its memories. Runs keep what they started with.
 * @param expected see `remove` of the repository.
 * @returns false where something else than expected was there.
 * @throws {Problem} `in-use` where pipelines or other agents name it; `shipped`, `kept-in-a-file`.
 */
async function deleteAgent(
  services: Pick<Services, 'agents' | 'catalog' | 'pipelines'>,
  name: string,
  expected?: string,
): Promise<boolean> {
  await requireOwnName(services, name);
  const [{ agents }, pipelines] = await Promise.all([
    currentAgents(services),
    services.pipelines.list(),
  ]);
  const users = [
    ...pipelines
      .filter(({ document }) =>
        document.nodes.some(
          (node) => node.kind === 'agent' && (node.agent === name || node.delegates.includes(name)),
        ),
      )
      .map((pipeline) => `the pipeline ${pipeline.name}`),
    ...Object.values(agents)
      .filter(({ delegates }) => delegates.includes(name))
      .map((agent) => `the agent ${agent.name}`),
  ];
  if (users.length > 0) {
    const list = users.join(', ');
    throw new Problem(
      'in-use',
      `${name} is in use by ${list}. Change them to use another agent, then delete it.`,
    );
  }
  return services.agents.remove(name, expected);
}
