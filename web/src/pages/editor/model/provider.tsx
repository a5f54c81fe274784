import { useMemo, useDeferredValue, useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useEditor } from '../state/use-editor.ts';
import { EditorModelContext } from './model.ts';
import { drawnDocument } from './read-model.ts';
import { useCatalogue, useLists } from './use-catalogue.ts';
import type { Catalog } from '../../../../../contracts/pipelines/catalog.ts';
import { validatePipeline } from '../../../../../contracts/pipelines/validation/index.ts';
import { placeProblem, saidOf } from './problem-places.ts';
import type { PlacedProblem } from './problem-places.ts';
import { useKept } from '../../../components/hooks/use-kept.ts';
import { useSettled } from '../../../components/hooks/use-settled.ts';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';
import type { Graph } from '../../../canvas/graph.ts';
import { useGraph } from '../../../canvas/use-graph.ts';
import { indexOfNode, objectIn } from '../../../document/raw.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import type { DrawnDocument } from './read-model.ts';

const none = { problems: [] as PlacedProblem[], warnings: [] as PlacedProblem[] };

/**
 * Every mistake of the document: what the server's own check finds here, and what the server found when it was saved. Of
 * one without mistakes, what is worth a second look.
 */
function useProblems(catalogue: Catalog | undefined): typeof none {
  const document = useDeferredValue(
    useSettled(useEditor(({ history }) => history.present.document)),
  );
  const refused = useEditor((state) => state.refused);
  const { problems: found, warnings } = useMemo(() => {
    if (!catalogue) return none;
    const all = validatePipeline(document, catalogue);
    return {
      problems: all.problems.map(placeProblem),
      warnings: all.warnings.map(placeProblem),
    };
  }, [document, catalogue]);
  const problems = useMemo(() => {
    const known = new Set(found.map(({ path, message }) => `${path} ${message}`));
    const further = refused.filter(({ path, message }) => !known.has(`${path} ${message}`));
    return further.length === 0 ? found : [...further.map(placeProblem), ...found];
  }, [found, refused]);
  const fresh = useEditor((state) => state.fresh);
  const shown = useMemo(
    () => saidOf(problems, fresh && { ...fresh, index: indexOfNode(document, fresh.id) }),
    [problems, document, fresh],
  );
  return useMemo(() => ({ problems: shown, warnings }), [shown, warnings]);
}

/** Keeps what follows from the document for all that shows it. */
export function ModelProvider({ children }: { children: ReactNode }) {
  const document = useEditor(({ history }) => history.present.document);
  const lists = useLists();
  const catalogue = useCatalogue(document, lists);
  const drawn = useKept(useMemo(() => drawnDocument(document), [document]));
  const graph = usePlacedGraph(document, drawn);
  const { problems, warnings } = useProblems(catalogue);
  const model = useMemo(
    () => ({ lists, catalogue, drawn, graph, problems, warnings }),
    [lists, catalogue, drawn, graph, problems, warnings],
  );
  return <EditorModelContext value={model}>{children}</EditorModelContext>;
}

/** The graph of what is edited. While new cards are placed, the one before stays. */
function usePlacedGraph(document: Json, { draft }: DrawnDocument): Graph | undefined {
  const drawable = useMemo(
    () => ({
      nodes: draft.nodes.map(({ node }) => node),
      triggers: draft.triggers.map(({ trigger }) => trigger),
      edges: draft.edges.map(({ edge }) => edge),
      layout: layoutOf(document),
    }),
    [document, draft],
  );
  const graph = useKept(useGraph(drawable));
  const last = useRef<Graph>(undefined);
  useEffect(() => {
    if (graph) last.current = graph;
  }, [graph]);
  return graph ?? last.current;
}

/** The places that are places. */
function layoutOf(document: Json): NonNullable<Pipeline['layout']> {
  return Object.fromEntries(
    Object.entries(objectIn(document, 'layout')).flatMap(([id, place]) => {
      if (!isJsonObject(place)) return [];
      const { x, y } = place;
      return typeof x === 'number' && typeof y === 'number' ? [[id, { x, y }]] : [];
    }),
  );
}
