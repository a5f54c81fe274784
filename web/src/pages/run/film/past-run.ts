import { joinPath } from '../../../api/node-paths.ts';
import type { ShownRun } from '../run-context.ts';
import type { Film } from './film.ts';
import { runAt } from './run-at.ts';

/** What the page shows of a run at a moment: nothing can be decided or done there. */
export function pastRun(shown: ShownRun, { film, moment }: { film: Film; moment: number }) {
  const { run, steps, approvals, children } = runAt(film, moment);
  const pipelines = [{ path: '', nodes: run.nodes }, ...children.values()];
  const placed = new Map(shown.placed);
  for (const { path: above, nodes } of pipelines) {
    for (const node of nodes) {
      const path = joinPath(above, node.id);
      placed.set(path, { path, title: placed.get(path)?.title ?? node.id, node });
    }
  }
  return {
    ...shown,
    run,
    steps,
    approvals,
    children,
    placed,
    allNodes: [...placed.values()].map(({ node }) => node),
    pending: [],
    hasEnded: false,
    isStopping: false,
    moment,
  };
}

/** Of what has a time, that which had come until a moment; without one, all. */
export function until<What extends { at: string }>(
  all: What[],
  moment: number | undefined,
): What[] {
  return moment === undefined ? all : all.filter(({ at }) => Date.parse(at) <= moment);
}
