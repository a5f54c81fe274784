import { problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

/** A join has branches to join, and no fewer than its quorum. */
export const joins: Check = ({ draft: { nodes }, graph }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'join') return [];
    const incoming = graph.into.get(node.id)?.length ?? 0;
    if (incoming < 2) {
      const message = `${node.id} has ${incoming === 1 ? 'only one incoming branch' : 'no incoming branches'}`;
      return [problem(['nodes', index], message, `connect at least two edges to ${node.id}`)];
    }
    const { quorum } = node;
    if (quorum === undefined || quorum <= incoming) return [];
    const message = `waits for ${quorum} branches, but only ${incoming} lead to ${node.id}`;
    return [problem(['nodes', index, 'quorum'], message, `use at most ${incoming}`)];
  });
