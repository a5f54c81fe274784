import type { JsonObject } from '../../../../../contracts/base/json.ts';
import type { Lists } from '../model/use-catalogue.ts';

/** What a field can name, given the node that it is of. */
export function namesFor(field: string, lists: Lists, node: JsonObject | undefined): string[] {
  const { agents = [], tools = [], pipelines = [] } = lists;
  const named = (list: { name: string }[]) => list.map(({ name }) => name).toSorted();
  if (field === 'agent' || field === 'delegates') return named(agents);
  if (field === 'tool') return named(tools);
  if (field === 'pipeline') return named(pipelines);
  // The tools of an agent's node are among those that the agent itself declares.
  if (node?.['kind'] === 'agent' && node['agent'] === undefined) return [];
  return agents.find(({ name }) => name === node?.['agent'])?.tools ?? named(tools);
}

const longest = 90;

/** What stands behind a name of a list to choose from: what an agent is, what a tool or a pipeline does. */
export function aboutName(field: string, name: string, lists: Lists): string | undefined {
  const { agents = [], tools = [], pipelines = [] } = lists;
  const named = <One extends { name: string }>(list: One[]) =>
    list.find((one) => one.name === name);
  const about: Record<string, () => string | null | undefined> = {
    agent: () => named(agents)?.role,
    tool: () => named(tools)?.description,
    pipeline: () => named(pipelines)?.title,
  };
  const [sentence = ''] = (about[field]?.() ?? '').split(/(?<=[.:;])\s/);
  const text = sentence.replace(/[.:;]$/, '');
  return text === '' ? undefined : text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The tools of an agent that have no side effect. */
export function harmlessOf(agent: string, lists: Lists): string[] {
  const own = lists.agents?.find(({ name }) => name === agent)?.tools ?? [];
  const effects = effectsOf(agent, [], lists);
  return own.filter((name) => !effects.includes(name));
}

/** The tools with a side effect that an agent's node can use; `only` are those that it is narrowed to. */
export function effectsOf(
  agent: string,
  only: readonly string[],
  { agents = [], tools = [] }: Lists,
): string[] {
  const own = agents.find(({ name }) => name === agent)?.tools ?? [];
  const usable = only.length === 0 ? own : own.filter((name) => only.includes(name));
  return usable.filter((name) => tools.find((tool) => tool.name === name)?.sideEffect);
}
