import { suggestFirst } from '../../../base/nearest.ts';
import { problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

/** Ids are unique among nodes and triggers. */
export const duplicateIds: Check = ({ draft: { ids, triggerIds } }) => {
  const first = new Map<string, string>();
  const all = [
    ...ids.map((each) => ({ ...each, list: 'nodes' })),
    ...triggerIds.map((each) => ({ ...each, list: 'triggers' })),
  ];
  return all.flatMap(({ index, id, list }) => {
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, `${list}[${index}]`);
      return [];
    }
    const message = `${earlier} also has the id ${id}`;
    return [problem([list, index, 'id'], message, 'give one of them another id')];
  });
};

/** The canvas places only nodes and triggers that exist. */
export const layoutNodes: Check = ({ draft: { layout, triggerIds }, graph }) => {
  const triggers = new Set(triggerIds.map(({ id }) => id));
  const suggest = suggestFirst();
  return layout
    .filter((id) => !graph.into.has(id) && !triggers.has(id))
    .map((id) => problem(['layout', id], `node ${id} not found`, suggest(id, graph.ids)));
};
