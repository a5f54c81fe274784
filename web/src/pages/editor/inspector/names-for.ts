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
  return agents.find(({ name }) => name === node?.['agent'])?.tools ?? named(tools);
}
