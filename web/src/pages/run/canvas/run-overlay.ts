import { createContext } from 'react';
import type { NodeView, StepView } from '../../../../../contracts/api/index.ts';
import type { NodeStatusLook } from '../node-status.ts';
import type { Totals } from '../totals.ts';

/** How the nodes on the canvas stand and what they used, by id: beside the graph, which does not change with it. */
export const RunOverlay = createContext<{
  nodes: Map<string, NodeView>;
  looks: Map<string, NodeStatusLook>;
  totals: Map<string, Totals>;
  /** The step that goes on in a node and began last. */
  active: Map<string, StepView>;
  hasEnded: boolean;
}>({
  nodes: new Map(),
  looks: new Map(),
  totals: new Map(),
  active: new Map(),
  hasEnded: false,
});
