import { problem } from '../../../values/problem.ts';
import type { Check } from './check.ts';

/** A join has branches to join, and no fewer than its quorum. */
export const joins: Check = ({ draft: { nodes }, graph }) =>
  nodes.flatMap(({ index, node }) => {
    if (node.kind !== 'join') return [];
    const incoming = graph.into.get(node.id)?.length ?? 0;
    if (incoming < 2) {
      const message = `${node.id} joins ${incoming === 1 ? 'one branch' : 'no branches'}`;
      return [problem(['nodes', index], message, `lead at least two edges to ${node.id}`)];
    }
    const { quorum } = node;
    if (quorum === undefined || quorum <= incoming) return [];
    const message = `waits for ${quorum} branches, and ${incoming} lead to ${node.id}`;
    return [problem(['nodes', index, 'quorum'], message, `use at most ${incoming}`)];
  });
