import { createStore } from 'zustand/vanilla';
import type { FieldProblem } from '../../../../../contracts/api/index.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { isSameValue } from '../../../document/is-same.ts';
import { listIn } from '../../../document/raw.ts';
import { readText } from '../../../document/read-text.ts';
import { changedSnapshot, isWritten, snapshotOf } from './snapshot.ts';
import type { Snapshot } from './snapshot.ts';

/** States that can be gone back to and forward again. */
type History<State> = {
  past: readonly State[];
  present: State;
  future: readonly State[];
  /** The edits that the last change belongs to, and when it was made; none after going back. */
  group?: { name: string; at: number };
};

/** As many steps as can be undone. */
const maximumSteps = 200;

/** Changes of one group within this time of each other are one step: a word that is typed, not each letter. */
const groupMs = 1_000;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [] };
}

/**
 * A history with a new state.
 * @param options.group names changes that are one step where they follow each other quickly.
 * @param options.at when it is made, in milliseconds.
 */
export function record<State>(
  history: History<State>,
  present: State,
  { group: name, at = 0 }: { group?: string; at?: number } = {},
): History<State> {
  const { group: last } = history;
  const continues = name !== undefined && last?.name === name && at - last.at <= groupMs;
  const past = continues ? history.past : [...history.past, history.present].slice(-maximumSteps);
  return { past, present, future: [], ...(name !== undefined && { group: { name, at } }) };
}

/** Under which cards that are moved with the keys are one step. */
export const moving = 'move';

/** Whether the last change was one of many that follow each other as somebody fills in a field. */
export function isTyping({ group }: History<unknown>): boolean {
  return group !== undefined && group.name !== moving;
}

/** One step back; the same history where there is none. */
export function undo<State>({ past, present, future }: History<State>): History<State> {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

/** One step forward again; the same history where there is none. */
export function redo<State>({ past, present, future }: History<State>): History<State> {
  const [after, ...later] = future;
  if (after === undefined) return { past, present, future };
  return { past: [...past, present], present: after, future: later };
}

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

/** A node that was just added, and the fields of it that were filled in: of the others nothing is said yet. */
export type Fresh = { id: string; touched: ReadonlySet<string> };

export type EditOptions = {
  /** Changes of one group that follow each other quickly are one step back. */
  group?: string;
  select?: Selection;
  /** The node that it adds. */
  adds?: string;
  /** The field that it fills in. */
  touches?: string;
  /** The node that is selected under another id from then on. */
  renames?: string;
};

export type EditorState = {
  history: History<Snapshot>;
  selection: Selection;
  saved: Saved;
  /** Texts that were sent and may have been stored, though no answer has come. */
  unanswered: Set<string>;
  /** What the server found when it was saved last, until the next change. */
  refused: readonly FieldProblem[];
  fresh: Fresh | undefined;
  /** Whether it is a new pipeline that had no node yet, which nobody has tried to save. */
  isBlank: boolean;
  /** The run that was chosen to show values of and to try nodes with; undefined: the newest that fits. */
  sourceRun: string | undefined;
  chooseRun(id: string): void;
  /** From now on everything is said of what was just added, too. */
  sayAll(): void;
  /** What changed, in the words of who edits it, for the version that is saved next. */
  note: string;
  setNote(note: string): void;
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
    function push(snapshot: Snapshot, { group, select, ...made }: EditOptions = {}) {
      const options = { at: now(), ...(group !== undefined && { group }) };
      set(({ history, selection, fresh, isBlank }) => ({
        history: record(history, snapshot, options),
        selection: select ?? selection,
        fresh: freshAfter(fresh, { ...made, selection: select ?? selection }),
        isBlank: isBlank && listIn(snapshot.document, 'nodes').length === 0,
        refused: [],
      }));
    }
    return {
      // Where kept changes cannot be read, the canvas shows what was saved.
      history: startHistory(snapshotOf(start.text, snapshotOf(start.saved.text))),
      selection: nothingSelected,
      saved: start.saved,
      unanswered: new Set(),
      fresh: undefined,
      sourceRun: undefined,
      chooseRun: (sourceRun) => set({ sourceRun }),
      isBlank: start.saved.name === undefined,
      sayAll: () => set({ fresh: undefined, isBlank: false }),
      refused: [],
      note: '',
      setNote: (note) => set({ note }),
      editText(text) {
        const { present } = get().history;
        if (text !== present.text) push(snapshotOf(text, present), { group: 'text' });
      },
      edit(change, options) {
        const { present } = get().history;
        if (present.fault) return false;
        const document = change(present.document);
        if (isSameValue(document, present.document)) {
          if (options?.select) set({ selection: options.select });
          return true;
        }
        push(changedSnapshot(present, document), options);
        return true;
      },
      undo: () => set(({ history }) => ({ history: undo(history), refused: [] })),
      redo: () => set(({ history }) => ({ history: redo(history), refused: [] })),
      select: (selection) =>
        set(({ fresh }) => ({ selection, fresh: freshAfter(fresh, { selection }) })),
      markSaved: (saved) => set({ saved, refused: [] }),
      refuse: (refused) => set({ refused, fresh: undefined }),
    };
  });
}

/** What is still fresh: a node until another one is looked at. */
function freshAfter(
  fresh: Fresh | undefined,
  change: { selection: Selection } & Pick<EditOptions, 'adds' | 'touches' | 'renames'>,
): Fresh | undefined {
  const { selection, adds, touches, renames } = change;
  if (adds !== undefined) return { id: adds, touched: new Set() };
  const [id, ...others] = selection.nodes;
  if (!fresh || id === undefined || others.length > 0) return undefined;
  if (renames === fresh.id) return { ...fresh, id };
  if (id !== fresh.id) return undefined;
  if (touches === undefined || fresh.touched.has(touches)) return fresh;
  return { id, touched: new Set([...fresh.touched, touches]) };
}

export type EditorStore = ReturnType<typeof createEditorStore>;

const savedDocuments = new WeakMap<Saved, Json>();

/** What the saved text says: read once. */
function savedDocument(saved: Saved): Json {
  const known = savedDocuments.get(saved);
  if (known !== undefined) return known;
  const document = readText(saved.text).document ?? null;
  savedDocuments.set(saved, document);
  return document;
}

/** Whether there are changes that are not saved. */
export function isDirty({ history, saved }: Pick<EditorState, 'history' | 'saved'>): boolean {
  const { present } = history;
  // What says something else has another text, which need not be written to know that.
  if (!isWritten(present) && !isSameValue(present.document, savedDocument(saved))) return true;
  return present.text !== saved.text;
}
