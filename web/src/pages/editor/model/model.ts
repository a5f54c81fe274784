import { createContext, use } from 'react';
import type { Catalog } from '../../../../../contracts/pipelines/catalog.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import type { Graph } from '../../../canvas/graph.ts';
import type { PlacedProblem } from './problem-places.ts';
import type { DrawnDocument } from './read-model.ts';
import type { Lists } from './use-catalogue.ts';

/** What follows from the document: computed once for all that shows it. */
export type EditorModel = {
  lists: Lists;
  /** What is drawn: while one types, it follows when the hand rests. */
  document: Json;
  catalogue: Catalog | undefined;
  drawn: DrawnDocument;
  /** Undefined while the cards are placed for the first time. */
  graph: Graph | undefined;
  problems: PlacedProblem[];
  /** Of a document without problems: what is worth a second look. */
  warnings: PlacedProblem[];
};

export const EditorModelContext = createContext<EditorModel | undefined>(undefined);

export function useModel(): EditorModel {
  const model = use(EditorModelContext);
  if (!model) throw new Error('This component can be used only in the editor.');
  return model;
}
