import { createContext } from 'react';
import type { NodeView } from '../../../../../contracts/api/index.ts';
import type { NodeStanding } from '../node-standing.ts';
import type { Totals } from '../totals.ts';

/** How the nodes on the canvas stand and what they used, by id: beside the graph, which does not change with it. */
export const RunOverlay = createContext<{
  nodes: Map<string, NodeView>;
  standings: Map<string, NodeStanding>;
  totals: Map<string, Totals>;
  hasEnded: boolean;
}>({ nodes: new Map(), standings: new Map(), totals: new Map(), hasEnded: false });
