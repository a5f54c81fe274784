import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  jsonSchema,
  pipelineListSchema,
  storedPipelineSchema,
  validationSchema,
} from '../../contracts/api/index.ts';
import { pipelineHash } from '../../contracts/compile.ts';
import type { JsonObject } from '../../contracts/json.ts';
import { suggest } from '../../contracts/nearest.ts';
import { validatePipeline } from '../../contracts/validation/index.ts';
import type { PipelineRow } from '../../db/repositories/pipelines.ts';
import { currentCatalog } from '../catalog.ts';
import { MalformedPipeline, parsePipeline } from '../parse-pipeline.ts';
import { Problem } from '../problem.ts';
import type { Services } from '../services.ts';
import { problems } from './responses.ts';

export const pipelineRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  for (const type of ['text/yaml', 'application/yaml', 'application/x-yaml']) {
    app.addContentTypeParser<string>(type, { parseAs: 'string' }, (_request, text, done) => {
      try {
        done(null, parsePipeline(text));
      } catch (error) {
        if (!(error instanceof MalformedPipeline)) throw error;
        done(new Problem('malformed-body', `The body is not YAML: ${error.message}`));
      }
    });
  }

  app.get(
    '/pipelines',
    {
      schema: {
        tags: ['pipelines'],
        summary: 'The stored pipelines',
        response: { 200: pipelineListSchema, ...problems },
      },
    },
    async () => {
      const stored = await services.pipelines.list();
      return { items: stored.map(summarizePipeline), nextCursor: null };
    },
  );

  app.get(
    '/pipelines/:name',
    {
      schema: {
        tags: ['pipelines'],
        summary: 'A stored pipeline with its document',
        params: z.object({ name: z.string() }),
        response: { 200: storedPipelineSchema, ...problems },
      },
    },
    async ({ params: { name } }) => {
      const row = await services.pipelines.get(name);
      if (row) return { ...summarizePipeline(row), document: row.document as JsonObject };
      const names = (await services.pipelines.list()).map((stored) => stored.name);
      throw new Problem('not-found', `There is no pipeline ${name}; ${suggest(name, names)}`);
    },
  );

  app.post(
    '/pipelines/validate',
    {
      schema: {
        tags: ['pipelines'],
        summary: 'Every mistake of a document, with its place and a fix; JSON, or text/yaml',
        consumes: ['application/json', 'text/yaml'],
        body: jsonSchema,
        response: { 200: validationSchema, ...problems },
      },
    },
    async ({ body }) => {
      const catalog = await currentCatalog(services);
      const { problems: found, pipeline } = validatePipeline(body, catalog);
      return {
        valid: found.length === 0,
        problems: found,
        hash: pipeline ? await pipelineHash(pipeline) : null,
      };
    },
  );
};

function summarizePipeline({ name, document, source, hash, updatedAt }: PipelineRow) {
  return {
    name,
    title: document.title ?? null,
    description: document.description ?? null,
    source,
    hash,
    inputs: document.inputs,
    updatedAt: updatedAt.toISOString(),
  };
}
