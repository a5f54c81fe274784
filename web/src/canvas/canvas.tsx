import {
  Background,
  BackgroundVariant,
  Controls,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useOnViewportChange,
  useStore,
  useStoreApi,
} from '@xyflow/react';
import type { NodeTypes, ReactFlowProps, FitViewOptions } from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useMemo, useEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import './canvas.css';
import './far.css';
import { annotationTypes } from './annotation-cards.tsx';
import type { Annotation } from './annotations.ts';
import type { CardNode, Graph, PortEdge as PortEdgeType } from './graph.ts';
import { directions, neighbour } from './neighbour.ts';
import type { Direction } from './neighbour.ts';
import { PortEdge } from './port-edge.tsx';

/** From each zoom on, how far away a card is: how large its texts must be to be read. */
const levels = [
  { from: 0.75, level: 'near' },
  { from: 0.58, level: 'far' },
  { from: 0.38, level: 'farther' },
  { from: 0.2, level: 'farthest' },
  { from: 0, level: 'outline' },
] as const;

function levelOf(zoom: number): (typeof levels)[number]['level'] {
  return levels.find(({ from }) => zoom >= from)?.level ?? 'outline';
}

/** Says on the canvas's element from how far it is looked at: the style sheet then fades what is too small. */
function ZoomLevel() {
  const level = useStore(({ transform }) => levelOf(transform[2]));
  const store = useStoreApi();
  useEffect(() => {
    const { domNode } = store.getState();
    domNode?.setAttribute('data-zoom', level);
  }, [level, store]);
  return null;
}

const edgeTypes = { port: PortEdge };

/** From so many cards on, the small map helps, unless it would cover much of a low canvas. */
const cardsWithMap = 12;
const heightWithMap = 320;

/** Room for the buttons at the foot, and for edges and names of ports at the sides. */
const fitting = {
  padding: { top: '24px', right: '40px', bottom: '56px', left: '28px' },
  maxZoom: 1,
} as const;

type CanvasProps = {
  graph: Graph;
  /** What draws the nodes of type `card`. */
  nodeTypes: NodeTypes & { card: NonNullable<NodeTypes['card']> };
  /** Names the canvas for those who do not see it. */
  label: string;
  selected?: string | undefined;
  /** A click on a card, or Enter on it. Undefined for a click beside the cards. */
  onSelect?: (id: string | undefined) => void;
  /** A double click on a card. */
  onOpen?: (id: string) => void;
  /** Notes and frames, below the cards. */
  annotations?: readonly Annotation[];
  /** The colour of a card on the small map. */
  mapColour?: (node: CardNode) => string;
  children?: ReactNode;
  /** Settings of React Flow itself, for a canvas that can be edited. */
  flow?: Partial<ReactFlowProps<CardNode, PortEdgeType>>;
};

/** Cards and edges to look at: pan, zoom, and go from card to card with Tab or the arrow keys. */
export function Canvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

const noAnnotations: readonly Annotation[] = [];

const readOnly = {
  nodesDraggable: false,
  nodesConnectable: false,
  edgesFocusable: false,
  deleteKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
} as const;

function Flow(props: CanvasProps) {
  const { graph, label, selected, onSelect, onOpen, mapColour, children, flow } = props;
  const { annotations = noAnnotations } = props;
  const nodeTypes = useMemo(() => ({ ...annotationTypes, ...props.nodeTypes }), [props.nodeTypes]);
  const fitViewOptions = flow?.fitViewOptions ?? fitting;
  const { focusCard } = useFocus();
  const isHigh = useStore(({ height }) => height >= heightWithMap);
  // A node that did not change keeps its identity, so that it is not drawn again.
  const nodes = useMemo(
    () => [
      // The library need not know that they are other nodes: each type draws its own.
      ...(annotations as unknown as CardNode[]),
      ...graph.nodes.map((node) => (node.id === selected ? { ...node, selected: true } : node)),
    ],
    [annotations, graph.nodes, selected],
  );

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const card = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node');
    const id = card?.dataset['id'];
    if (id === undefined || event.target !== card) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onSelect?.(id);
    }
    if (event.key === 'Escape') onSelect?.(undefined);
    if (!(event.key in directions) || event.altKey) return;
    event.preventDefault();
    const next = neighbour(graph, id, event.key as Direction);
    if (next !== undefined) focusCard(next);
  }

  return (
    <section aria-label={label} className="canvas relative size-full" onKeyDown={onKeyDown}>
      <ReactFlow<CardNode, PortEdgeType>
        nodes={nodes}
        edges={graph.edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodeClick={(_event, { id }) => onSelect?.(id)}
        onNodeDoubleClick={(_event, { id }) => onOpen?.(id)}
        onPaneClick={() => onSelect?.(undefined)}
        fitView
        fitViewOptions={fitViewOptions}
        proOptions={credited}
        minZoom={0.1}
        maxZoom={1.75}
        onlyRenderVisibleElements={nodes.length > 100}
        ariaLabelConfig={ariaLabels}
        {...readOnly}
        {...flow}
      >
        <ZoomLevel />
        <KeepFitted options={fitViewOptions} frames={framesIn(graph)} />
        <Background variant={BackgroundVariant.Dots} gap={20} size={1} color="var(--line-strong)" />
        <Controls
          showInteractive={false}
          orientation="horizontal"
          position="bottom-left"
          className={nodes.length === 0 ? 'max-md:!hidden' : ''}
          fitViewOptions={fitViewOptions}
        />
        {isHigh && nodes.length >= cardsWithMap && (
          <MiniMap<CardNode>
            pannable
            zoomable
            position="bottom-right"
            className="max-md:hidden"
            style={{ width: 144, height: 96 }}
            nodeColor={mapColour ?? 'var(--line-strong)'}
            nodeBorderRadius={8}
          />
        )}
        {children}
      </ReactFlow>
    </section>
  );
}

/** The README and the list of keys name React Flow; a label on every canvas would stand in the way of what it shows. */
const credited = { hideAttribution: true };

const ariaLabels = {
  'node.a11yDescription.default':
    'Press Enter to open it. Use the arrow keys to go to the next node.',
};

/** Moves the keyboard's focus to a card, and the view with it. */
function useFocus() {
  const { getNode, setCenter, getZoom } = useReactFlow<CardNode, PortEdgeType>();
  async function focusCard(id: string) {
    const node = getNode(id);
    const card = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`);
    if (card) {
      card.focus();
      return;
    }
    // Cards out of sight are not in the page: bring it into view first.
    if (!node) return;
    const { x, y } = node.position;
    await setCenter(x + node.data.size.width / 2, y, { zoom: getZoom() });
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"]`)?.focus(),
    );
  }
  return { focusCard: (id: string) => void focusCard(id) };
}

/** Which cards are frames: where that changes, so does the size of the drawing. */
const framesIn = ({ nodes }: Graph) =>
  nodes.flatMap(({ id, data: { body } }) => (body ? [`${id} ${body.width}`] : [])).join();

/** Fits the drawing into its place again when that or the drawing changes its size, until a person has moved it. */
function KeepFitted({ options, frames }: { options: FitViewOptions; frames: string }) {
  const { fitView } = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const isMoved = useRef(false);
  const isOurs = useRef(false);
  useOnViewportChange({
    onStart: () => {
      isMoved.current ||= !isOurs.current;
    },
  });
  useEffect(() => {
    if (isMoved.current || width === 0) return;
    isOurs.current = true;
    void fitView(options).finally(() => {
      isOurs.current = false;
    });
  }, [fitView, width, height, options, frames]);
  return null;
}
