import { problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

/** The calls of a chain have ids of their own, and none has that of the node, which is the first call's. */
export const chainIds: Check = ({ draft: { nodes } }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'tool') return [];
    const ids = [node.id, ...(node.next ?? []).map(({ id }) => id)];
    return ids.flatMap((id, place) => {
      if (ids.indexOf(id) === place) return [];
      const path = ['nodes', index, 'next', place - 1, 'id'];
      return [problem(path, `an earlier call has the id ${id}`, 'give each call an id of its own')];
    });
  });
