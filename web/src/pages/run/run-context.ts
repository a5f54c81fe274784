import { createContext, use } from 'react';
import type { ChildPipelineView, NodeView } from '../../../../contracts/api/index.ts';
import type { PlacedNode } from './placed-nodes.ts';
import type { ChosenParts } from './parts.ts';
import type { Place } from './use-place.ts';
import type { RunData } from './use-run.ts';

type Inside = {
  /** The child pipelines that have begun, by their path; of a map or loop the item or round that is looked at. */
  children: Map<string, ChildPipelineView>;
  /** The nodes of the run and of its child pipelines, by path. */
  placed: Map<string, PlacedNode>;
  /** The same nodes without their places. */
  allNodes: NodeView[];
  /** Which items and rounds one has chosen to look at. */
  chosen: ChosenParts;
  choosePart: (path: string, number: number) => void;
  /** When all of this was so, in milliseconds since the epoch; undefined where it is so now. */
  moment?: number;
};

export type ShownRun = RunData & Inside & Place;

/** The run that the page shows, and what of it is looked at: given to everything on the page. */
export const RunContext = createContext<ShownRun | undefined>(undefined);

export function useRunContext(): ShownRun {
  const context = use(RunContext);
  if (!context) throw new Error('This component can be used only on the page of a run.');
  return context;
}
