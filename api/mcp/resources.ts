import type {
  ReadResourceResult,
  Resource,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import type { Json } from '../../contracts/base/json.ts';
import { viewRun } from '../runs/view-run.ts';
import { requirePipeline } from '../pipelines/require-pipeline.ts';
import type { McpCaller } from './caller.ts';
import { requireRun } from './runs.ts';

const mimeType = 'application/json';

export const resourceTemplates: ResourceTemplate[] = [
  {
    uriTemplate: 'baton://runs/{id}',
    name: 'run',
    title: 'A run',
    description: 'A run with the state of each node, its result, and what it has cost',
    mimeType,
  },
  {
    uriTemplate: 'baton://pipelines/{name}',
    name: 'pipeline',
    title: 'A pipeline',
    description: 'The document of a pipeline',
    mimeType,
  },
];

/** The pipelines; runs are found by their id. */
export async function listResources({
  services,
}: Pick<McpCaller, 'services'>): Promise<Resource[]> {
  const pipelines = await services.pipelines.list();
  return pipelines.map(({ name, document }) => ({
    uri: `baton://pipelines/${name}`,
    name,
    title: document.title ?? name,
    description: document.description ?? 'A pipeline',
    mimeType,
  }));
}

/**
 * What an address names; undefined where it is none of ours.
 * @throws {Problem} `not-found`
 */
export async function readResource(
  caller: Pick<McpCaller, 'services'>,
  uri: string,
): Promise<ReadResourceResult | undefined> {
  const [, kind, name = ''] = /^baton:\/\/(runs|pipelines)\/([\w-]+)$/.exec(uri) ?? [];
  const { services } = caller;
  const read: Record<string, () => Promise<unknown>> = {
    runs: async () => viewRun(services, await requireRun(caller, name)),
    pipelines: async () => (await requirePipeline(services, name)).document,
  };
  const value = kind === undefined ? undefined : await read[kind]?.();
  if (value === undefined) return undefined;
  return { contents: [{ uri, mimeType, text: JSON.stringify(value as Json, undefined, 2) }] };
}
