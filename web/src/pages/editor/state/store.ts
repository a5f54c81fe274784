import { createStore } from 'zustand/vanilla';
import type { FieldProblem } from '../../../../../contracts/api/index.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { canonicalJson } from '../../../../../contracts/base/json.ts';
import { patchText } from '../../../document/patch-text.ts';
import { record, redo, startHistory, undo } from './history.ts';
import type { History } from './history.ts';
import { snapshotOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** What is chosen on the canvas, by the ids that it has there. */
export type Selection = { nodes: readonly string[]; edges: readonly string[] };

export const nothingSelected: Selection = { nodes: [], edges: [] };

/** What is stored under the pipeline's name, as far as the editor knows. */
export type Saved = {
  /** The name in the address; undefined for a pipeline that was never saved. */
  name: string | undefined;
  text: string;
  /** What the next save asks to find. */
  revision: string | null;
};

export type EditOptions = {
  /** Changes of one group that follow each other quickly are one step back. */
  group?: string;
  select?: Selection;
};

export type EditorState = {
  history: History<Snapshot>;
  selection: Selection;
  saved: Saved;
  /** Texts that were sent and may have been stored, though no answer has come. */
  unanswered: Set<string>;
  /** What the server found when it was saved last, until the next change. */
  refused: readonly FieldProblem[];
  /** Takes a text that was typed. */
  editText(text: string): void;
  /**
   * Changes the document, and the text with it.
   * @returns false where the text cannot be read, so that nothing was changed.
   */
  edit(change: (document: Json) => Json, options?: EditOptions): boolean;
  undo(): void;
  redo(): void;
  select(selection: Selection): void;
  /** Takes note that what is stored is now this. */
  markSaved(saved: Saved): void;
  refuse(problems: readonly FieldProblem[]): void;
};

/** The state of one editor. `now` tells the time in milliseconds. */
export function createEditorStore(
  start: { text: string; saved: Saved },
  now: () => number = Date.now,
) {
  return createStore<EditorState>()((set, get) => {
    function push(snapshot: Snapshot, { group, select }: EditOptions = {}) {
      const options = { at: now(), ...(group !== undefined && { group }) };
      set(({ history, selection }) => ({
        history: record(history, snapshot, options),
        selection: select ?? selection,
        refused: [],
      }));
    }
    return {
      // Where kept changes cannot be read, the canvas shows what was saved.
      history: startHistory(snapshotOf(start.text, snapshotOf(start.saved.text))),
      selection: nothingSelected,
      saved: start.saved,
      unanswered: new Set(),
      refused: [],
      editText(text) {
        const { present } = get().history;
        if (text !== present.text) push(snapshotOf(text, present), { group: 'text' });
      },
      edit(change, options) {
        const { present } = get().history;
        if (present.fault) return false;
        const document = change(present.document);
        if (canonicalJson(document) === canonicalJson(present.document)) {
          if (options?.select) set({ selection: options.select });
          return true;
        }
        push({ text: patchText(present.text, document), document }, options);
        return true;
      },
      undo: () => set(({ history }) => ({ history: undo(history), refused: [] })),
      redo: () => set(({ history }) => ({ history: redo(history), refused: [] })),
      select: (selection) => set({ selection }),
      markSaved: (saved) => set({ saved, refused: [] }),
      refuse: (refused) => set({ refused }),
    };
  });
}

export type EditorStore = ReturnType<typeof createEditorStore>;

/** Whether there are changes that are not saved. */
export function isDirty({ history, saved }: Pick<EditorState, 'history' | 'saved'>): boolean {
  return history.present.text !== saved.text;
}
