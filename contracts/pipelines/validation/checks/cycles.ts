import { findCycles } from '../graph.ts';
import { problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

/** A pipeline has no cycles. An edge from a node to itself is reported separately. */
export const cycles: Check = ({ draft: { edges }, graph }) =>
  findCycles(graph.ids, (id) => graph.outOf.get(id) ?? [])
    .filter((cycle) => cycle.length > 1)
    .map((cycle) => {
      const closing = edges.find(
        ({ edge }) => edge.from === cycle.at(-1) && edge.to === cycle.at(0),
      );
      const path = closing ? ['edges', closing.index] : ['edges'];
      const way = [...cycle, cycle[0]].join(' → ');
      return problem(path, `closes a cycle: ${way}`, 'remove one of its edges');
    });
