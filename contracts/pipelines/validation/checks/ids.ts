import { suggestFirst } from '../../../base/nearest.ts';
import { problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

/** Ids of nodes are unique. */
export const duplicateIds: Check = ({ draft: { ids } }) => {
  const first = new Map<string, number>();
  return ids.flatMap(({ index, id }) => {
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, index);
      return [];
    }
    const message = `nodes[${earlier}] also has the id ${id}`;
    return [problem(['nodes', index, 'id'], message, 'give one of them another id')];
  });
};

/** The canvas places only nodes that exist. */
export const layoutNodes: Check = ({ draft: { layout }, graph }) => {
  const suggest = suggestFirst();
  return layout
    .filter((id) => !graph.into.has(id))
    .map((id) => problem(['layout', id], `node ${id} not found`, suggest(id, graph.ids)));
};
