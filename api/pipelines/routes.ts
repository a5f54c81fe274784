import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { childOf } from '../../contracts/pipelines/child-of.ts';
import { z } from 'zod';
import {
  jsonSchema,
  pipelineListSchema,
  savePipelineQuery,
  storedPipelineQuery,
  storedPipelineSchema,
  validationQuery,
  validationSchema,
} from '../../contracts/api/index.ts';
import { pipelineHash } from '../../contracts/pipelines/compile.ts';
import { revisionOf } from '../../db/repositories/catalog/pipelines.ts';
import type { PipelineRow } from '../../db/repositories/catalog/pipelines.ts';
import { requirePrincipal } from '../access/principal.ts';
import { currentCatalog } from '../catalog/catalog.ts';
import {
  changedMeanwhile,
  conditionsTold,
  entityTag,
  expectedRevision,
  replacedRevision,
} from '../base/expected-revision.ts';
import { requirePipeline } from '../catalog/require-pipeline.ts';
import { readPipeline, savePipeline } from './save-pipeline.ts';
import { summarizePipeline, viewPipeline } from './view-pipeline.ts';
import { addYamlBodies } from '../documents/yaml-bodies.ts';
import { Problem } from '../base/problem.ts';
import { documentWarnings } from '../runs/tool-rights.ts';
import { unlessUnreadable, whileShowing } from '../../db/sealing.ts';
import type { Services } from '../services.ts';
import { problems } from '../base/responses.ts';

const params = z.object({ name: z.string() });
const consumes = ['application/json', 'text/yaml'];
const bothForms = 'The body is the document, as JSON or as text/yaml. Comments in YAML are kept.';

export const pipelineRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  addYamlBodies(app, services.documents);

  app.get(
    '/pipelines',
    {
      compress: {},
      schema: {
        tags: ['pipelines'],
        summary: 'List the stored pipelines',
        response: { 200: pipelineListSchema, ...problems },
      },
    },
    async () => {
      const stored = await services.pipelines.list();
      return { items: stored.map(summarizePipeline), nextCursor: null };
    },
  );

  app.post(
    '/pipelines',
    {
      config: { audit: { action: 'document.changed' } },
      schema: {
        tags: ['pipelines'],
        summary: 'Create a pipeline. The name is in its document',
        description: bothForms,
        querystring: savePipelineQuery,
        consumes,
        body: jsonSchema,
        response: { 201: storedPipelineSchema, ...problems },
      },
    },
    async (request, reply) => {
      const pipeline = await readPipeline(services, request);
      const by = requirePrincipal(request);
      const { note } = request.query;
      const stored = await savePipeline(services, { pipeline, sent: request, by, note }, null);
      if (!stored) {
        const { name } = pipeline;
        throw new Problem(
          'name-taken',
          `Pipeline ${name} already exists. Choose another name, or change it with PUT /api/v1/pipelines/${name}.`,
        );
      }
      reply.code(201).header('location', `/api/v1/pipelines/${stored.name}`);
      reply.header('etag', entityTag(revisionOf(stored)));
      return viewPipeline(stored, stored.hash);
    },
  );

  app.get(
    '/pipelines/:name',
    {
      schema: {
        tags: ['pipelines'],
        summary: 'Get a pipeline with its document',
        description:
          'The ETag is the revision, for If-Match. It changes with comments and positions too.',
        params,
        querystring: storedPipelineQuery,
        response: { 200: storedPipelineSchema, ...problems },
      },
    },
    async ({ params: { name }, query: { version } }, reply) => {
      const live = await requirePipeline(services, name);
      const read = version === 'live' ? services.pipelines.get : services.pipelines.newest;
      const row = (await read(name)) ?? live;
      const readable = await unlessUnreadable(() => read(name));
      if (readable) reply.header('etag', entityTag(revisionOf(readable)));
      return viewPipeline(row, live.hash);
    },
  );

  app.put(
    '/pipelines/:name',
    {
      config: { audit: { action: 'document.changed' } },
      schema: {
        tags: ['pipelines'],
        summary: 'Create or replace a pipeline',
        description: `${bothForms} ${conditionsTold.replace} Replacing a pipeline that ships with Baton makes it your own.`,
        params,
        querystring: savePipelineQuery,
        consumes,
        body: jsonSchema,
        response: { 200: storedPipelineSchema, 201: storedPipelineSchema, ...problems },
      },
    },
    async (request, reply) => {
      const {
        params: { name },
        query: { note },
      } = request;
      // Also one that no key opens can be replaced.
      const before = await whileShowing(() => services.pipelines.newest(name));
      const expected = replacedRevision(request.headers, writtenAt(name, before));
      const pipeline = await readPipeline(services, request, name);
      const by = requirePrincipal(request);
      const stored = await whileShowing(() =>
        savePipeline(services, { pipeline, sent: request, by, note }, expected),
      );
      if (!stored) {
        const now = await whileShowing(() => services.pipelines.newest(name));
        throw changedMeanwhile(writtenAt(name, now));
      }
      reply.code(before ? 200 : 201).header('etag', entityTag(revisionOf(stored)));
      const live = await whileShowing(() => requirePipeline(services, name));
      return viewPipeline(stored, live.hash);
    },
  );

  app.delete(
    '/pipelines/:name',
    {
      config: { audit: { action: 'document.changed' } },
      schema: {
        tags: ['pipelines'],
        summary: 'Delete a pipeline of your own. A pipeline that ships under the same name returns',
        description: conditionsTold.delete,
        params,
        response: { 204: z.null(), ...problems },
      },
    },
    async (asked, reply) => {
      const { name } = asked.params;
      const by = requirePrincipal(asked).name;
      reply.code(204);
      // Also one that no key opens can be deleted.
      return whileShowing(async () => {
        const stored = await requirePipeline(services, name);
        const newest = () => services.pipelines.newest(name);
        const expected = expectedRevision(asked.headers, writtenAt(name, await newest()));
        if (!(await deletePipeline(services, stored, { expected, by }))) {
          throw changedMeanwhile(writtenAt(name, await newest()));
        }
        return null;
      });
    },
  );

  app.post(
    '/pipelines/validate',
    {
      config: { right: 'read' },
      schema: {
        tags: ['pipelines'],
        summary:
          'Validate a document, JSON or text/yaml: lists every problem with its place and a fix',
        consumes,
        querystring: validationQuery,
        body: jsonSchema,
        response: { 200: validationSchema, ...problems },
      },
    },
    async ({ body, query: { user } }) => {
      const catalog = await currentCatalog(services, body);
      const {
        problems: found,
        warnings: general,
        pipeline,
      } = await services.documents.checkPipeline(body, catalog);
      const { pipelines } = catalog;
      const ofUser =
        pipeline && user !== undefined
          ? await documentWarnings(services, { pipeline, pipelines }, user)
          : [];
      const warnings = [...general, ...ofUser];
      return {
        valid: found.length === 0,
        problems: found,
        warnings,
        hash: pipeline ? await pipelineHash(pipeline) : null,
      };
    },
  );
};

function writtenAt(name: string, stored: PipelineRow | undefined) {
  return { kind: 'pipeline', name, revision: stored && revisionOf(stored) } as const;
}

/**
 * Deletes a user's own pipeline with its versions. Runs keep what they started with.
 * @param options see `remove` of the repository.
 * @returns false where something else than expected was there.
 * @throws {Problem} `shipped` for what comes with Baton, `in-use` where other pipelines run it.
 */
async function deletePipeline(
  { pipelines }: Pick<Services, 'pipelines'>,
  { name, source }: PipelineRow,
  options: { expected?: string | undefined; by: string },
): Promise<boolean> {
  if (source === 'shipped') {
    throw new Problem(
      'shipped',
      `Pipeline ${name} ships with Baton and would return at the next start. Copy it under another ` +
        'name; you can change and delete the copy.',
    );
  }
  const users = (await pipelines.list()).filter(({ document }) =>
    document.nodes.some((node) => childOf(node) === name),
  );
  if (users.length > 0) {
    const names = users.map((user) => user.name).join(', ');
    throw new Problem(
      'in-use',
      `Pipeline ${name} is in use by ${names}. Change them to run another pipeline, then delete it.`,
    );
  }
  return pipelines.remove(name, options);
}
