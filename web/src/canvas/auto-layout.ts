import elk from 'elkjs/lib/elk-api.js';
import type { ELK, ElkNode, ElkPort } from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import type { CardSize } from './card-size.ts';
import type { Graph, Position, Positions } from './graph.ts';
import { cardMeasures, turnedDown } from './card-size.ts';
import { inHandle } from './graph.ts';

/** How cards are placed: from left to right, in rows like text where that would be long and flat, or from the top down. */
export const layoutShapes = ['right', 'rows', 'down'] as const;
export type LayoutShape = (typeof layoutShapes)[number];

/** What a shape has in place of the usual options. */
const shapeOptions: Record<LayoutShape, Record<string, string>> = {
  right: {},
  rows: { 'elk.layered.wrapping.strategy': 'MULTI_EDGE', 'elk.aspectRatio': '2' },
  down: {
    'elk.direction': 'DOWN',
    // A card is above the middle of those that it leads to.
    'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
    'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  },
};

/** Layers from left to right, in the document's order where the edges leave it open. */
const layoutOptions: Record<string, string> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.spacing.nodeNode': '40',
  'elk.spacing.edgeNode': '24',
  'elk.layered.spacing.nodeNodeBetweenLayers': String(cardMeasures.between),
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.nodePlacement.favorStraightEdges': 'true',
  'elk.separateConnectedComponents': 'true',
  'elk.spacing.componentComponent': '64',
};

/** From so many cards on, the best places take seconds to find, and good ones a part of that. */
const cardsForSpeed = 150;
const fast = {
  'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS',
  'elk.layered.thoroughness': '1',
};

/** The graph as the layout engine reads it: cards with their handles in place. */
export function elkGraph({ nodes, edges }: Graph, shape: LayoutShape = 'right'): ElkNode {
  return {
    id: 'pipeline',
    layoutOptions: {
      ...layoutOptions,
      ...(nodes.length >= cardsForSpeed && fast),
      ...shapeOptions[shape],
    },
    children: nodes.map(({ id, data: { size, upright } }) => ({
      id,
      width: size.width,
      height: size.height,
      layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
      ports: portsOf(id, shape === 'down' ? turnedDown(upright) : upright),
    })),
    edges: edges.map(({ id, source, sourceHandle, target }) => ({
      id,
      sources: [portId(source, sourceHandle ?? '')],
      targets: [portId(target, inHandle)],
    })),
  };
}

/** Where the layout engine put the cards. */
export function positionsOf({ children = [] }: ElkNode): Positions {
  return Object.fromEntries(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }]));
}

function portsOf(id: string, { width, height, handles, isDown }: CardSize): ElkPort[] {
  const at = (side: number, along: number) =>
    isDown ? { x: along, y: side } : { x: side, y: along };
  return [
    port(id, inHandle, at(0, handles.in)),
    ...Object.entries(handles.out).map(([name, along]) =>
      port(id, name, at(isDown ? height : width, along)),
    ),
  ];
}

function port(node: string, name: string, { x, y }: Position): ElkPort {
  return { id: portId(node, name), x, y, width: 0, height: 0 };
}

/** Ids of nodes and ports share one namespace there. */
function portId(node: string, name: string): string {
  return `${node}:${name}`;
}

const storedAs = 'baton:layouts';
/** The latest that were used; one of 500 cards takes about 20 kB. */
const mostKept = 20;

type Kept = [key: string, positions: Positions][];

/** The places that were found before for the same cards and edges, if they are still kept in this browser. */
export function keptLayout(graph: ElkNode): Positions | undefined {
  const key = keyOf(graph);
  return read().find(([kept]) => kept === key)?.[1];
}

/** Keeps the places that were found for cards and edges. */
export function keepLayout(graph: ElkNode, positions: Positions): void {
  const key = keyOf(graph);
  const others = read().filter(([kept]) => kept !== key);
  const kept: Kept = [[key, positions], ...others].slice(0, mostKept) as Kept;
  try {
    localStorage.setItem(storedAs, JSON.stringify(kept));
  } catch {
    // Without room it is found anew next time.
  }
}

function read(): Kept {
  try {
    return JSON.parse(localStorage.getItem(storedAs) ?? '[]') as Kept;
  } catch {
    return [];
  }
}

/** A hash of all that the layout follows from. Not SHA-256, which pages without TLS have only on this machine. */
function keyOf(graph: ElkNode): string {
  const text = JSON.stringify(graph);
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x5bd1e995);
  }
  return `${text.length}-${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
}

type Engine = { elk: ELK; broken: Promise<never> };

let engine: Engine | undefined;

/**
 * Places the cards of a graph, in a worker that is started at first use; what was placed before is known.
 * @throws where the worker cannot be loaded, as while the server is away; the next call tries again.
 */
export async function autoLayout(graph: Graph, shape?: LayoutShape): Promise<Positions> {
  const wanted = elkGraph(graph, shape);
  const kept = keptLayout(wanted);
  if (kept) return kept;
  engine ??= startEngine();
  const positions = positionsOf(await Promise.race([engine.elk.layout(wanted), engine.broken]));
  keepLayout(wanted, positions);
  return positions;
}

function startEngine(): Engine {
  const worker = new Worker(workerUrl);
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => {
      worker.terminate();
      engine = undefined;
      reject(new Error('Could not load the automatic layout. Reload the page.'));
    });
  });
  // Who waits for a layout hears of it; where nobody does, it is no error.
  broken.catch(() => undefined);
  return { elk: new elk.default({ workerFactory: () => worker }), broken };
}
