import { useMemo, useDeferredValue, useEffect, useRef, useState, startTransition } from 'react';
import type { ReactNode } from 'react';
import type { Snapshot } from '../state/snapshot.ts';
import { isTyping } from '../state/store.ts';
import { useEditor } from '../state/use-editor.ts';
import { EditorModelContext } from './model.ts';
import { drawnDocument } from './read-model.ts';
import { useCatalogue, useLists } from './use-catalogue.ts';
import type { Catalog } from '../../../../../contracts/pipelines/catalog.ts';
import { checkDocument } from './check-document.ts';
import { placeProblem, saidOf, withoutEmptiness } from './problem-places.ts';
import type { PlacedProblem } from './problem-places.ts';
import { useKept } from '../../../components/hooks/use-kept.ts';
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
function useProblems(drawn: Json, catalogue: Catalog | undefined): typeof none {
  const document = useDeferredValue(drawn);
  const refused = useEditor((state) => state.refused);
  const { problems: found, warnings } = catalogue ? checkDocument(document, catalogue) : none;
  const problems = useMemo(() => {
    const known = new Set(found.map(({ path, message }) => `${path} ${message}`));
    const further = refused.filter(({ path, message }) => !known.has(`${path} ${message}`));
    return further.length === 0 ? found : [...further.map(placeProblem), ...found];
  }, [found, refused]);
  const fresh = useEditor((state) => state.fresh);
  const isBlank = useEditor((state) => state.isBlank);
  const shown = useMemo(
    () =>
      withoutEmptiness(
        saidOf(problems, fresh && { ...fresh, index: indexOfNode(document, fresh.id) }),
        isBlank,
      ),
    [problems, document, fresh, isBlank],
  );
  return useMemo(() => ({ problems: shown, warnings }), [shown, warnings]);
}

/** Keeps what follows from the document for all that shows it. */
export function ModelProvider({ children }: { children: ReactNode }) {
  const document = useDrawnDocument();
  const lists = useLists();
  const catalogue = useCatalogue(document, lists);
  const drawn = useKept(useMemo(() => drawnDocument(document), [document]));
  const graph = usePlacedGraph(document, drawn);
  const { problems, warnings } = useProblems(document, catalogue);
  const model = useMemo(
    () => ({ lists, document, catalogue, drawn, graph, problems, warnings }),
    [lists, document, catalogue, drawn, graph, problems, warnings],
  );
  return <EditorModelContext value={model}>{children}</EditorModelContext>;
}

/** Long enough that what is slow waits for the next letter, and too short to notice. */
const pauseMs = 150;

/** The document as it is drawn and checked: what is typed follows when the hand rests, everything else at once. */
function useDrawnDocument(): Json {
  const history = useEditor((state) => state.history);
  const { document } = history.present;
  const isTyped = isTyping(history);
  // What was there before somebody began to fill in the field: a document that rested then is older than that.
  const before = history.past.at(-1);
  const [rested, setRested] = useState<{ before: Snapshot | undefined; document: Json }>();
  useEffect(() => {
    if (!isTyped) return undefined;
    const rest = () => startTransition(() => setRested({ before, document }));
    const timer = setTimeout(rest, pauseMs);
    return () => clearTimeout(timer);
  }, [document, isTyped, before]);
  if (!isTyped || !before) return document;
  return rested?.before === before ? rested.document : before.document;
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
