import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useEditor } from '../state/use-editor.ts';
import { EditorModelContext } from './model.ts';
import { drawnDocument } from './read-model.ts';
import { useCatalogue, useLists } from './use-catalogue.ts';
import { usePlacedGraph } from './use-placed-graph.ts';
import { useProblems } from './use-problems.ts';

/** Keeps what follows from the document for all that shows it. */
export function ModelProvider({ children }: { children: ReactNode }) {
  const document = useEditor(({ history }) => history.present.document);
  const lists = useLists();
  const catalogue = useCatalogue(document, lists);
  const drawn = useMemo(() => drawnDocument(document), [document]);
  const graph = usePlacedGraph(document, drawn);
  const { problems, warnings } = useProblems(catalogue);
  const model = useMemo(
    () => ({ lists, catalogue, drawn, graph, problems, warnings }),
    [lists, catalogue, drawn, graph, problems, warnings],
  );
  return <EditorModelContext value={model}>{children}</EditorModelContext>;
}
