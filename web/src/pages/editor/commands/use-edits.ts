import { toast } from '../../../components/notices/toast.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { alignments } from '../../../canvas/align.ts';
import type { Alignment } from '../../../canvas/align.ts';
import { announce } from '../../../components/announcer/announce.ts';
import { autoLayout } from '../../../canvas/auto-layout.ts';
import type { LayoutShape } from '../../../canvas/auto-layout.ts';
import type { Graph, Position } from '../../../canvas/graph.ts';
import { freePlace, placeAfter, placeBetween } from '../../../canvas/room.ts';
import { removeAnnotations } from '../../../document/edits/annotations.ts';
import { copyNodes, pasteNodes } from '../../../document/edits/clipboard.ts';
import { connect, disconnect, insertOnEdge, portOf } from '../../../document/edits/edges.ts';
import type { Connection } from '../../../document/edits/edges.ts';
import { addNode, placeNodes, placeUnplaced, removeNodes } from '../../../document/edits/nodes.ts';
import { withCallShown } from '../../../document/edits/show-call.ts';
import { addTrigger, newTrigger, removeTriggers } from '../../../document/edits/triggers.ts';
import { isTriggerKind } from '../../../../../contracts/pipelines/triggers/kinds.ts';
import type { TriggerKindName } from '../../../../../contracts/pipelines/triggers/kinds.ts';
import { isJsonObject } from '../../../../../contracts/base/json.ts';
import { listIn, nodeIn, portNames, triggerIn } from '../../../document/raw.ts';
import { useModel } from '../model/model.ts';
import { moving, nothingSelected } from '../state/store.ts';
import type { EditOptions } from '../state/store.ts';
import type { AddAt } from '../state/panel.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { useView } from '../state/canvas-view.ts';
import type { AddItem } from './add-items.ts';
import { annotationEdits, indexesOf } from './annotation-edits.ts';
import { centred, parallelTo, roomFor } from './places.ts';
import { newNode } from './new-node.ts';
import type { NodeItem } from './new-node.ts';
import { texts } from '../texts.ts';

const emptyGraph: Graph = { nodes: [], edges: [] };

/** What can be done to the document from the canvas, its palette and its keys. */
export function useEdits() {
  const store = useEditorStore();
  const { drawn, catalogue, graph = emptyGraph } = useModel();
  const view = useView();

  /** Changes the document; cards that had no place of their own keep the one that they are drawn at. */
  function edit(change: (document: Json) => Json, options?: EditOptions): boolean {
    const places = Object.fromEntries(graph.nodes.map(({ id, position }) => [id, position]));
    const isDone = store
      .getState()
      .edit((document) => change(placeUnplaced(document, places)), options);
    if (!isDone) toast.error(texts.saving.fixYamlFirst);
    return isDone;
  }

  const current = () => store.getState().history.present.document;
  const selected = () => {
    const { nodes, edges } = store.getState().selection;
    return {
      nodes: nodes.filter((id) => nodeIn(current(), id)),
      triggers: nodes.filter((id) => triggerIn(current(), id)),
      edges: drawn.edges.filter(({ id }) => edges.includes(id)),
      notes: indexesOf(nodes, 'note'),
      groups: indexesOf(nodes, 'group'),
    };
  };

  const shown = (document: Json, node: string) => withCallShown(document, node, catalogue);

  /** Adds a node: on the selected edge, after the selected node, or where one can see it. */
  function add(item: AddItem, at?: AddAt) {
    const { kind } = item;
    if (isTriggerKind(kind)) return addBeginning(kind, at?.place);
    const { nodes, edges } = selected();
    const [edge] = edges;
    if (at) return addAt(item, at.place, at.from);
    if (edge && edges.length === 1 && nodes.length === 0) return addOn(item, edge);
    const [last] = nodes;
    if (last === undefined || nodes.length > 1) return addAt(item, centred(view.current.middle()));
    const port = freePort(current(), last);
    return addAt(
      item,
      placeAfter(graph, last),
      port === undefined ? undefined : { id: last, port },
    );
  }

  function addBeginning(kind: TriggerKindName, place?: Position) {
    const trigger = newTrigger(current(), kind);
    const id = String(trigger['id']);
    edit((before) => addTrigger(before, trigger, place), { select: { nodes: [id], edges: [] } });
    announce(texts.told.added(id, undefined));
    view.current.focusCard(id);
  }

  function addAt(item: AddItem, wanted: Position, from?: { id: string; port: string }) {
    const document = current();
    const node = newNode(item as NodeItem, { document, catalogue, after: from?.id });
    const id = String(node['id']);
    const place = freePlace(graph, wanted);
    edit(
      (before) => {
        const added = addNode(before, node, place, from?.id);
        if (!from) return added;
        return shown(connect(added, { from: from.id, port: from.port, to: id }), id);
      },
      { select: { nodes: [id], edges: [] }, adds: id },
    );
    announce(texts.told.added(id, from?.id));
    view.current.focusCard(id);
  }

  function addOn(item: AddItem, connection: Connection) {
    if (isTriggerKind(item.kind)) return addBeginning(item.kind);
    const node = newNode(item as NodeItem, {
      document: current(),
      catalogue,
      after: connection.from,
    });
    const { place, moved } = placeBetween(graph, connection.from, connection.to);
    const id = String(node['id']);
    edit(
      (before) => {
        const inserted = insertOnEdge(placeNodes(before, moved), connection, node, place);
        return shown(shown(inserted, id), connection.to);
      },
      { select: { nodes: [id], edges: [] }, adds: id },
    );
    announce(texts.told.added(id, connection.from));
    view.current.focusCard(id);
  }

  function removeSelected() {
    const { nodes, edges, triggers, notes, groups } = selected();
    const hadFocus = document.activeElement?.closest('.react-flow__node, .react-flow__edge');
    edit(
      (before) => {
        const kept = removeAnnotations(before, { notes, groups });
        return removeTriggers(removeNodes(disconnect(kept, edges), nodes), triggers);
      },
      { select: nothingSelected },
    );
    announce(texts.told.removed(nodes.length + triggers.length, edges.length));
    const next = cardBeside(graph, new Set([...nodes, ...triggers]));
    if (!hadFocus || next === undefined) return;
    view.current.focusCard(next);
    // Arrow keys go on from there; a second press of Delete must not take it too.
    store.getState().select(nothingSelected);
  }

  /** @param place left out, beside where they were. */
  function paste(text: string, place?: Position): boolean {
    const pasted = pasteNodes(current(), text);
    if (!pasted) return false;
    const at = place ?? roomFor(graph, pasted);
    edit((document) => pasteNodes(document, text, at)?.document ?? document, {
      select: { nodes: pasted.ids, edges: [] },
    });
    announce(texts.told.pasted(pasted.ids.length));
    const [first] = pasted.ids;
    if (first !== undefined) view.current.focusCard(first);
    return true;
  }

  /** The selected nodes as YAML; undefined where none is. */
  function copied(): string | undefined {
    const { nodes } = selected();
    return nodes.length === 0 ? undefined : copyNodes(current(), nodes);
  }

  function moveSelected(x: number, y: number) {
    const { nodes, triggers } = selected();
    const ids = new Set([...nodes, ...triggers]);
    const places = graph.nodes
      .filter(({ id }) => ids.has(id))
      .map(({ id, position }) => [id, { x: position.x + x, y: position.y + y }]);
    edit(
      (document) => placeNodes(document, Object.fromEntries(places) as Record<string, Position>),
      {
        group: moving,
      },
    );
    announce(texts.told.moved(ids.size));
  }

  /** Brings the selected cards in line. */
  function align(alignment: Alignment) {
    const { nodes, triggers } = selected();
    const ids = new Set([...nodes, ...triggers]);
    const cards = graph.nodes.filter(({ id }) => ids.has(id));
    const { least, place } = alignments[alignment];
    if (cards.length < least) return;
    edit((document) => placeNodes(document, place(cards)));
    announce(texts.told.aligned(cards.length));
  }

  async function layOut(shape?: LayoutShape) {
    const places = await autoLayout(graph, shape);
    edit((document) => placeNodes(document, places));
    view.current.fit();
  }

  return {
    edit,
    selected,
    add,
    addOn,
    /** Where a node goes that runs beside another. */
    parallelTo: (id: string) => parallelTo(id, { graph, edges: drawn.edges }),
    removeSelected,
    paste,
    copied,
    moveSelected,
    layOut,
    duplicate: () => void paste(copied() ?? ''),
    align,
    ...annotationEdits({ edit, current, selected, store, view, graph }),
    connect(connection: Connection) {
      const { from, port, to } = connection;
      if (edit((document) => shown(connect(document, connection), to))) {
        announce(texts.told.connected(from, port, to));
      }
    },
  };
}

/** The card where the keyboard goes on when others go: one that led to them, else the first that stays. */
function cardBeside({ nodes, edges }: Graph, gone: ReadonlySet<string>): string | undefined {
  const into = edges.find(({ source, target }) => gone.has(target) && !gone.has(source));
  return into?.source ?? nodes.find(({ id }) => !gone.has(id))?.id;
}

/** The first port of a node that no edge leaves through, else its first. */
function freePort(document: Json, id: string): string | undefined {
  const ports = portNames(nodeIn(document, id));
  const used = listIn(document, 'edges').flatMap((edge) =>
    isJsonObject(edge) && edge['from'] === id ? (portOf(document, edge) ?? []) : [],
  );
  return ports.find((port) => !used.includes(port)) ?? ports[0];
}
