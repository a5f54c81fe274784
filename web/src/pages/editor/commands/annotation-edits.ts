import type { Json } from '../../../../../contracts/base/json.ts';
import { annotationIn, groupId, noteId } from '../../../canvas/annotations.ts';
import type { Graph, Position } from '../../../canvas/graph.ts';
import { freePlace } from '../../../canvas/room.ts';
import { announce } from '../../../components/announcer/announce.ts';
import { addGroup, addNote, annotationsOf, setNote } from '../../../document/edits/annotations.ts';
import { placeNodes } from '../../../document/edits/nodes.ts';
import type { CanvasView } from '../state/canvas-view.ts';
import type { EditOptions, EditorStore } from '../state/store.ts';
import { annotationTexts } from '../annotation-texts.ts';
import { texts } from '../texts.ts';

type Edits = {
  edit: (change: (document: Json) => Json, options?: EditOptions) => boolean;
  current: () => Json;
  selected: () => { nodes: string[]; triggers: string[] };
  store: EditorStore;
  view: { current: CanvasView };
  graph: Graph;
};

/** What can be done with notes and frames, and with what is dragged among them. */
export function annotationEdits({ edit, current, selected, store, view, graph }: Edits) {
  /** Leaves a note. @param at left out, where one can see it. */
  function note(at?: Position) {
    const id = noteId(annotationsOf(current()).notes.length);
    const { x, y } = view.current.middle();
    const place = freePlace(graph, at ?? { x: x - 110, y: y - 40 });
    edit((document) => addNote(document, place), { select: { nodes: [id], edges: [] } });
    announce(texts.told.noted);
  }

  /** Frames the selected cards. */
  function group() {
    const { nodes, triggers } = selected();
    const members = [...nodes, ...triggers];
    if (members.length === 0) return;
    edit((document) => addGroup(document, annotationTexts.newGroup, members));
    const id = groupId(annotationsOf(current()).groups.length - 1);
    store.getState().select({ nodes: [id], edges: [] });
    announce(texts.told.grouped(members.length));
  }

  /** Puts cards and notes where they were dragged. */
  function move(places: Record<string, Position>) {
    const notes = Object.entries(places).flatMap(([id, place]) => {
      const found = annotationIn(id);
      return found?.kind === 'note' ? [{ index: found.index, place }] : [];
    });
    const cards = Object.entries(places).filter(([id]) => !annotationIn(id));
    edit((document) =>
      notes.reduce<Json>(
        (so, { index, place }) => setNote(so, index, place),
        cards.length === 0 ? document : placeNodes(document, Object.fromEntries(cards)),
      ),
    );
  }

  return { note, group, move };
}

/** The places of the selected notes, or groups, among all of them. */
export function indexesOf(ids: readonly string[], kind: 'note' | 'group'): number[] {
  return ids.flatMap((id) => {
    const found = annotationIn(id);
    return found?.kind === kind ? [found.index] : [];
  });
}
