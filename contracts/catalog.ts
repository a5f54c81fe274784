import type { AgentDefinition } from './agents.ts';
import type { JsonSchema } from './json.ts';
import type { Pipeline } from './pipeline.ts';

/** What there is to name in a pipeline document; each by its name. */
export type Catalog = {
  /** `parameters` is the JSON Schema of a tool's arguments. */
  tools: Record<string, { parameters: JsonSchema; sideEffect: boolean }>;
  agents: Record<string, AgentDefinition>;
  pipelines: Record<string, Pipeline>;
};

/** The entry of a name, where there is one of its own: not of what every object inherits. */
export function entryOf<Entry>(entries: Record<string, Entry>, name: string): Entry | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}
