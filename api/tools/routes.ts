import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  metricsQuery,
  toolDefinitionsSchema,
  toolListSchema,
  toolMetricsSchema,
  toolParams,
  toolQuery,
  toolSchema,
} from '../../contracts/api/index.ts';
import { durationMs } from '../../contracts/base/duration.ts';
import { toolFormats } from '../../contracts/tools/definitions/index.ts';
import { includesPlan } from '../../contracts/tools/tools.ts';
import { userTermsOf } from '../../db/repositories/catalog/users.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import type { Services } from '../services.ts';
import { requireTool } from './require-tool.ts';
import { viewMetrics } from './view-metrics.ts';
import { viewTool } from './view-tool.ts';
import { problems } from '../base/responses.ts';

const tags = ['catalog'];

/** What pipelines can be made of. */
export const toolRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  /** What is there, and what a user may do with it; where none is named, what anybody may. */
  async function catalogFor(user: string | undefined) {
    const published = await publishedCatalog(services);
    const row = user === undefined ? undefined : await services.users.get(user);
    return { ...published, terms: { ...userTermsOf(row, published), name: user } };
  }

  app.get(
    '/tools',
    {
      schema: {
        tags,
        summary: 'List the tools, with the JSON Schema of their arguments',
        description:
          'With `format`, the definitions in the form that a request to that provider takes, instead of a list.',
        querystring: toolQuery,
        response: { 200: z.union([toolListSchema, toolDefinitionsSchema]), ...problems },
      },
    },
    async ({ query: { category, plan, user, format } }) => {
      const { tools, terms, toolFiles, toolProblems, mcpServers } = await catalogFor(user);
      const wanted = tools
        .filter((tool) => category === undefined || tool.category === category)
        .filter((tool) => plan === undefined || includesPlan(plan, tool.plan));
      if (format !== undefined) return toolFormats[format](wanted);
      const items = wanted.map((tool) => viewTool(tool, tool, terms, toolFiles));
      return { items, nextCursor: null, problems: toolProblems, mcpServers };
    },
  );

  app.get(
    '/tools/:name',
    {
      schema: {
        tags,
        summary: 'Get a tool or one of its versions',
        params: toolParams,
        querystring: toolQuery.pick({ user: true }),
        response: { 200: toolSchema, ...problems },
      },
    },
    async ({ params: { name }, query: { user } }) => {
      const { terms, ...published } = await catalogFor(user);
      const { tool, newest } = requireTool(published, name);
      return viewTool(tool, newest, terms, published.toolFiles);
    },
  );

  app.get(
    '/tools/:name/metrics',
    {
      schema: {
        tags,
        summary: 'Get metrics of a tool: calls, errors, durations, cache hits',
        description: 'Read from the audit log; a call counts within a second.',
        params: toolParams,
        querystring: metricsQuery,
        response: { 200: toolMetricsSchema, ...problems },
      },
    },
    async ({ params, query: { window } }) => {
      const { name } = requireTool(await publishedCatalog(services), params.name).tool;
      const since = new Date(Date.now() - durationMs(window));
      return viewMetrics(name, since, await services.toolCalls.metrics(name, since));
    },
  );
};
