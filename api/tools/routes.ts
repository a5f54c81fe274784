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
import { problems } from '../base/responses.ts';
import type { ToolMetricsView, ToolView } from '../../contracts/api/index.ts';
import type { ToolVersionMetrics } from '../../db/repositories/catalog/tool-calls.ts';
import { rightsGap } from '../../contracts/tools/tool-gaps.ts';
import { switchNamed } from '../../contracts/tools/switches.ts';
import type { ToolSpec, UserTerms } from '../../contracts/tools/tools.ts';

/** Every version of a tool, newest first. */
const versionsOf = ({ version, earlier = [] }: ToolSpec) => [
  version,
  ...earlier.map((one) => one.version),
];

/**
 * A tool as the API shows it.
 * @param newest of its versions.
 * @param terms of the user who asks; `name` is the user's, undefined where none is named.
 * @param files of the user's own tools, by their ids.
 */
function viewTool(
  tool: ToolSpec,
  newest: ToolSpec,
  { name, ...terms }: UserTerms & { name: string | undefined },
  files: Record<string, string>,
): ToolView {
  const user = { ...terms, name: name ?? 'anybody' };
  const gap = rightsGap(tool, { plan: terms.plan, user });
  const file = files[tool.id];
  const { earlier: _apart, alternatives, switch: needed, ...spec } = tool;
  return {
    ...spec,
    ...(needed !== undefined && { [switchNamed(needed).toolField.name]: true }),
    ...(alternatives && { alternatives: [...alternatives] }),
    ...(file !== undefined && { file }),
    versions: versionsOf(newest),
    available: gap === undefined,
    ...(name !== undefined && gap && { gap }),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The figures of a tool, of all versions together and of each. */
function viewMetrics(tool: string, since: Date, versions: ToolVersionMetrics[]): ToolMetricsView {
  const total = (name: 'calls' | 'completed' | 'waiting' | 'refused' | 'failed' | 'cacheHits') =>
    sum(versions.map((version) => version[name]));
  const codes = [...new Set(versions.flatMap(({ errors }) => Object.keys(errors)))];
  return {
    tool,
    since: since.toISOString(),
    calls: total('calls'),
    completed: total('completed'),
    waiting: total('waiting'),
    refused: total('refused'),
    failed: total('failed'),
    cacheHits: total('cacheHits'),
    errors: Object.fromEntries(
      codes.map((code) => [code, sum(versions.map(({ errors }) => errors[code] ?? 0))]),
    ),
    versions,
  };
}

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
      compress: {},
      schema: {
        tags,
        summary: 'List the tools, with the JSON Schema of their arguments',
        description:
          'With `format`, the answer is the `tools` of a request to that provider instead of a list.',
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
