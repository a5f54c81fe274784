import { useQueries } from '@tanstack/react-query';
import { createContext, useMemo } from 'react';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { childOf } from '../../../../../contracts/pipelines/child-of.ts';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';
import { queries } from '../../../api/queries.ts';
import { expand } from '../../../canvas/body/expand.ts';
import { useBodies } from '../../../canvas/body/use-bodies.ts';
import { useOpened } from '../../../canvas/body/use-opened.ts';
import type { Graph } from '../../../canvas/graph.ts';
import { useKept } from '../../../components/hooks/use-kept.ts';
import type { DrawnNode } from '../../../nodes/look.ts';
import { isTrigger } from '../../../nodes/look.ts';
import { useModel } from '../model/model.ts';
import { useEditor } from '../state/use-editor.ts';

/** The nodes that run a pipeline, and whether that is shown; by id. */
export type Frames = { isOpen: Readonly<Record<string, boolean>>; toggle: (id: string) => void };

export const FramesContext = createContext<Frames>({ isOpen: {}, toggle: () => undefined });

/** The graph with frames in place of the cards that were opened. */
export function useFrames(graph: Graph) {
  const name = useEditor(({ history }) => nameOf(history.present.document));
  const { opened, toggle } = useOpened(name);
  const { lists } = useModel();
  const known = useMemo(() => new Set(lists.pipelines?.map((one) => one.name)), [lists]);
  const runs = useKept(
    graph.nodes.flatMap(({ id, data: { node } }) => {
      const pipeline = runBy(node);
      return pipeline && known.has(pipeline.name) ? [{ id, ...pipeline }] : [];
    }),
  );
  const documents = useBodyDocuments(
    useMemo(() => runs.filter(({ id }) => opened.includes(id)), [runs, opened]),
  );
  const bodies = useBodies(documents);
  const expanded = useMemo(() => expand(graph, bodies), [graph, bodies]);
  const isOpen = useKept(Object.fromEntries(runs.map(({ id }) => [id, opened.includes(id)])));
  const frames = useMemo(() => ({ isOpen, toggle }), [isOpen, toggle]);
  return { expanded, frames };
}

function nameOf(document: Json): string {
  return isJsonObject(document) && typeof document['name'] === 'string' ? document['name'] : '';
}

/** The pipeline that a node runs, once or several times. */
export function runBy(node: DrawnNode): { name: string; version: number | undefined } | undefined {
  const name = isTrigger(node) ? undefined : childOf(node);
  if (!name) return undefined;
  return { name, version: 'version' in node ? node.version : undefined };
}

/** What nodes run, by their ids. */
export function useBodyDocuments(
  runs: readonly { id: string; name: string; version: number | undefined }[],
): ReadonlyMap<string, Pipeline> {
  const found = useQueries({
    queries: runs.map(({ name, version }) => queries.pipelineDocument(name, version)),
    combine: documentsIn,
  });
  return useMemo(
    () =>
      new Map(
        runs.flatMap(({ id }, index): [string, Pipeline][] => {
          const document = found[index];
          return document ? [[id, document]] : [];
        }),
      ),
    [runs, found],
  );
}

function documentsIn(results: { data: { document: object } | undefined }[]) {
  return results.map(({ data }) => data?.document as Pipeline | undefined);
}
