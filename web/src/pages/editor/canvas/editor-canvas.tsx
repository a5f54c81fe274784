import type { EdgeChange, NodeChange } from '@xyflow/react';
import { useMemo, useRef, useState } from 'react';
import type { DragEvent, FocusEvent, KeyboardEvent } from 'react';
import { Canvas } from '../../../canvas/canvas.tsx';
import { annotationIn, annotationNodes } from '../../../canvas/annotations.ts';
import type { CardNode, Graph, PortEdge, Position } from '../../../canvas/graph.ts';
import { annotationsOf } from '../../../document/edits/annotations.ts';
import { stepItems, triggerItems } from '../commands/add-items.ts';
import type { CommandContext } from '../commands/commands.ts';
import { useSteady } from '../../../components/hooks/use-steady.ts';
import { useKept } from '../../../components/hooks/use-kept.ts';
import { useModel } from '../model/model.ts';
import { useSurface } from '../state/panel.ts';
import { useEditor } from '../state/use-editor.ts';
import { drawnGraph, problemCounts } from './drawn-graph.ts';
import { EdgeActions, EditorEdge } from './editor-edge.tsx';
import { CardMarks, EditorCard } from './editor-card.tsx';
import { EmptyCanvas } from './empty-canvas.tsx';
import { Guides } from './guides.tsx';
import { KindBar, dragType } from './kind-bar.tsx';
import { cornerOf, edgeAt } from './pointed.ts';
import { CanvasMenu, useMenuAt } from './menu/canvas-menu.tsx';
import { RegisterView } from './register-view.tsx';
import { useSnapping } from './use-snapping.ts';
import { applied } from './selection.ts';
import { fitOptions } from '../state/canvas-view.ts';
import { useConnecting } from './use-connecting.ts';
import { useFrames } from './use-frames.ts';
import { placedBy } from '../../../canvas/body/expand.ts';
import { texts } from '../texts.ts';

const nodeTypes = { card: EditorCard };
const edgeTypes = { port: EditorEdge };
const emptyGraph: Graph = { nodes: [], edges: [] };
/** What the canvas is told always stays the same object: for another one, the library looks at every card and edge. */
const flowSettings = {
  edgeTypes,
  nodesDraggable: true,
  nodesConnectable: true,
  edgesFocusable: true,
  fitViewOptions: fitOptions,
  disableKeyboardA11y: true,
  selectionKeyCode: 'Shift',
  multiSelectionKeyCode: ['Meta', 'Control'],
  onPaneClick: () => undefined,
};
const noMoves: Record<string, Position> = {};

/** The canvas of what is edited: drag, connect, insert, select, all of which changes the document. */
export function EditorCanvas({ context }: { context: CommandContext }) {
  const { document, graph: laidOut, drawn, problems, warnings } = useModel();
  const graph = laidOut ?? emptyGraph;
  const { store, edits, surface } = context;
  const selection = useEditor((state) => state.selection);
  const [moves, setMoves] = useState(noMoves);
  const isExtending = useRef(false);
  const { openPalette } = useSurface();
  const hasFault = useEditor(({ history }) => history.present.fault !== undefined);
  const isEmpty = drawn.draft.nodes.length === 0 && !hasFault;

  const counts = useMemo(() => problemCounts(problems, drawn), [problems, drawn]);
  const warned = useMemo(() => problemCounts(warnings, drawn), [warnings, drawn]);
  const { expanded, frames } = useFrames(graph);
  const shown = useKept(
    useMemo(
      () => drawnGraph(expanded.graph, { selection, counts, warned, moves }),
      [expanded, selection, counts, warned, moves],
    ),
  );
  // Until cards have their places, notes alone would be what the view is fitted to.
  const written = useKept(
    useMemo(() => annotationsOf(laidOut ? document : null), [document, laidOut]),
  );
  const annotations = useMemo(
    () =>
      annotationNodes(placedBy(expanded, written), shown.nodes, moves).map((each) =>
        selection.nodes.includes(each.id) ? { ...each, selected: true } : each,
      ),
    [expanded, written, shown.nodes, moves, selection.nodes],
  );
  const countsOfCards = useKept(
    useMemo(
      () => ({ problems: Object.fromEntries(counts), warnings: Object.fromEntries(warned) }),
      [counts, warned],
    ),
  );
  const snapping = useSnapping(shown.nodes, context.view);
  const actions = useMemo(
    () => ({ insert: () => openPalette('add'), remove: edits.removeSelected }),
    [openPalette, edits.removeSelected],
  );

  function onNodesChange(changes: NodeChange<CardNode>[]) {
    const moved = changes.flatMap((change): [string, Position][] =>
      change.type === 'position' && change.position ? placesOf(change.id, change.position) : [],
    );
    if (moved.length > 0) {
      const isFrame = changes.some((change) => 'id' in change && annotationIn(change.id));
      const placed = Object.fromEntries(isFrame ? moved : snapping.place(moved));
      setMoves((before) => ({ ...before, ...placed }));
    }
    select('nodes', changes);
  }

  function select(
    what: 'nodes' | 'edges',
    changes: (NodeChange<CardNode> | EdgeChange<PortEdge>)[],
  ) {
    const before = store.getState().selection;
    const after = applied(before, what, changes);
    if (after !== before) store.getState().select(after);
  }

  /** Where what is dragged goes: of a frame, the cards in it. */
  function placesOf(id: string, place: Position): [string, Position][] {
    const frame = annotations.find((each) => each.id === id);
    if (frame?.type !== 'frame') return [[id, place]];
    const at = new Map(shown.nodes.map((card) => [card.id, card.position]));
    const { x, y } = frame.position;
    return frame.data.members.flatMap((member): [string, Position][] => {
      const from = at.get(member);
      return from ? [[member, { x: from.x + place.x - x, y: from.y + place.y - y }]] : [];
    });
  }

  function onMoved(_event: unknown, _node: CardNode, nodes: CardNode[]) {
    // A frame that was dragged with its cards has moved them already.
    const groups = nodes.filter(({ id }) => annotationIn(id)?.kind === 'group');
    const others = nodes.filter((node) => !groups.includes(node));
    const places = [
      ...groups.flatMap(({ id, position }) => placesOf(id, position)),
      ...others.map(({ id, position }): [string, Position] => [
        id,
        snapping.placeOf(id) ?? position,
      ]),
    ];
    snapping.end();
    setMoves(noMoves);
    edits.move(expanded.keptPlaces(Object.fromEntries(places)));
  }

  function onDrop(event: DragEvent) {
    const kind = event.dataTransfer.getData(dragType);
    const item = [...stepItems, ...triggerItems].find(({ id }) => id === kind);
    if (!item) return;
    event.preventDefault();
    const edge = edgeAt(event, drawn.edges);
    if (edge) edits.addOn(item, edge);
    else edits.add(item, { place: cornerOf(context.view.current.placeAt(event)) });
  }

  /** What is focused by the keyboard is what commands act on. */
  function onFocus({ target }: FocusEvent<HTMLElement>) {
    if (!target.matches(':focus-visible')) return;
    const { nodes } = store.getState().selection;
    const node = target.closest<HTMLElement>('.react-flow__node')?.dataset['id'];
    const edge = target.closest<HTMLElement>('.react-flow__edge')?.dataset['id'];
    if (node !== undefined && !nodes.includes(node)) {
      const kept = isExtending.current ? nodes : [];
      store.getState().select({ nodes: [...kept, node], edges: [] });
    }
    if (edge !== undefined) store.getState().select({ nodes: [], edges: [edge] });
  }

  function onSelect(id: string | undefined) {
    store.getState().select({ nodes: id === undefined ? [] : [id], edges: [] });
    if (id !== undefined) surface.showPanel('settings');
  }

  /** The YAML stays where it is open: it shows what is selected too. */
  function showSettings() {
    if (surface.panel !== 'yaml') surface.revealPanel('settings');
  }

  const handlers = useSteady({
    onNodesChange,
    onEdgesChange: (changes: EdgeChange<PortEdge>[]) => select('edges', changes),
    onNodeDragStop: onMoved,
    onSelectionDragStop: (event: unknown, nodes: CardNode[]) =>
      nodes[0] && onMoved(event, nodes[0], nodes),
    onNodeClick: showSettings,
    onEdgeClick: showSettings,
  });
  const onContextMenu = useMenuAt(context);
  const connecting = useConnecting(context);
  const flow = useMemo(
    () => ({ ...flowSettings, ...handlers, ...connecting }),
    [handlers, connecting],
  );

  return (
    <EdgeActions value={actions}>
      <CardMarks counts={countsOfCards} frames={frames}>
        <div
          aria-busy={!laidOut && !isEmpty}
          className="relative size-full overflow-hidden"
          onFocus={onFocus}
          onKeyDownCapture={({ shiftKey }: KeyboardEvent) => {
            isExtending.current = shiftKey;
          }}
          onDragOver={(event) =>
            event.dataTransfer.types.includes(dragType) && event.preventDefault()
          }
          onDrop={onDrop}
          onContextMenu={onContextMenu}
        >
          <Canvas
            graph={shown}
            annotations={annotations}
            nodeTypes={nodeTypes}
            label={texts.canvas.label}
            onSelect={onSelect}
            onOpen={(id) => id in frames.isOpen && frames.toggle(id)}
            flow={flow}
          >
            <RegisterView keptAt={expanded.keptAt} />
            <Guides guides={snapping.guides} />
          </Canvas>
          <KindBar onAdd={(item) => edits.add(item)} onSearch={() => openPalette('add')} />
          <CanvasMenu context={context} />
          {isEmpty && <EmptyCanvas />}
          {!laidOut && !isEmpty && (
            <p role="status" className="absolute top-4 left-20 text-muted">
              {texts.canvas.layingOut}
            </p>
          )}
        </div>
      </CardMarks>
    </EdgeActions>
  );
}
