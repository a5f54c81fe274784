import type { JsonSchema } from '../base/json.ts';
import type { ArgumentSource } from '../domain.ts';
import { domains } from '../domains.ts';
import { entryOf } from '../pipelines/catalog.ts';
import { withoutVersion } from './tools.ts';

const outputs: Record<string, JsonSchema> = Object.assign(
  {},
  ...domains.map(({ toolOutputs }) => toolOutputs),
);

const sources = domains.flatMap(({ argumentSources = [] }) => argumentSources);

/** What the answers of a tool are known to hold; undefined where only a run can tell. */
export function outputOf(tool: string): JsonSchema | undefined {
  return entryOf(outputs, withoutVersion(tool));
}

/** Where an argument of a tool often comes from. */
export function sourcesOf(tool: string, argument: string): readonly ArgumentSource[] {
  return sources.filter((one) => one.tool === withoutVersion(tool) && one.argument === argument);
}
