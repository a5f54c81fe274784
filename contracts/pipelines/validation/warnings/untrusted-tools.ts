import { entryOf } from '../../catalog.ts';
import type { Catalog } from '../../catalog.ts';
import type { NodeOf } from '../../nodes/index.ts';

/** The tools of an agent, and of all that it may delegate to, whose answers contain untrusted content; each once. */
export function untrustedToolsOf(
  { agent, tools, delegates }: Pick<NodeOf<'agent'>, 'agent' | 'tools' | 'delegates'>,
  catalog: Catalog,
): string[] {
  const own = entryOf(catalog.agents, agent);
  const below = new Set([...delegates, ...(own?.delegates ?? [])]);
  for (const name of below) {
    for (const next of entryOf(catalog.agents, name)?.delegates ?? []) below.add(next);
  }
  const theirs = [...below].flatMap((name) => entryOf(catalog.agents, name)?.tools ?? []);
  const all = new Set([...(tools ?? own?.tools ?? []), ...theirs]);
  return [...all].filter((name) => entryOf(catalog.tools, name)?.untrusted);
}
