import { createContext } from 'react';
import type { NodeView, StepView } from '../../../../../contracts/api/index.ts';
import type { DrawnNode } from '../../../nodes/look.ts';
import type { NodeStatusLook } from '../node-status.ts';
import type { Totals } from '../totals.ts';

/** How the nodes on the canvas stand and what they used, by id: beside the graph, which does not change with it. */
export const RunOverlay = createContext<{
  /** Of the pipeline, from the run's root. */
  path: string;
  nodes: Map<string, NodeView>;
  looks: Map<string, NodeStatusLook>;
  totals: Map<string, Totals>;
  /** The step that goes on in a node and began last. */
  active: Map<string, StepView>;
  hasEnded: boolean;
  /** Which nodes can show what they run, and the way to have them do so. */
  frames: { canOpen: (node: DrawnNode) => boolean; toggle: (id: string) => void };
}>({
  path: '',
  nodes: new Map(),
  looks: new Map(),
  totals: new Map(),
  active: new Map(),
  hasEnded: false,
  frames: { canOpen: () => false, toggle: () => undefined },
});
