import { useQuery } from '@tanstack/react-query';
import type { Pipeline } from '../../../../contracts/pipelines/pipeline.ts';
import { queries } from '../../api/queries.ts';
import { useMemo } from 'react';
import type { Graph, Position } from '../../canvas/graph.ts';
import { useGraph } from '../../canvas/use-graph.ts';
import { kindLook } from '../../nodes/index.ts';
import { kindColor } from '../../nodes/kind-shape.ts';
import { smallEdge } from './small-edge.ts';

/** The canvas drawn small: a tile for each card, closer together than the cards are. */
const tile = 36;
const scale = { x: 0.24, y: 0.36 };
const margin = 10;
const least = { width: 320, height: 110 };

/** A small picture of a pipeline. */
export function Drawing({ document }: { document: Pipeline }) {
  const graph = useGraph(document);
  const drawn = useMemo(() => graph && drawSmall(graph), [graph]);
  if (!drawn) return <Sketch />;
  const { box, tiles, lines } = drawn;
  return (
    <svg aria-hidden viewBox={box} className="size-full" preserveAspectRatio="xMidYMid meet">
      {lines.map(({ id, path, isError }) => (
        <path
          key={id}
          d={path}
          fill="none"
          stroke={isError ? 'var(--bad)' : 'var(--line-strong)'}
          strokeWidth={1.5}
          strokeDasharray={isError ? '4 3' : undefined}
        />
      ))}
      {tiles.map(({ id, kind, x, y }) => {
        const { icon: Icon } = kindLook(kind);
        return (
          <g key={id} transform={`translate(${x} ${y})`} className={kindColor(kind)}>
            <rect
              width={tile}
              height={tile}
              rx={9}
              fill="var(--surface)"
              stroke="var(--line-strong)"
              strokeWidth={1.25}
            />
            <Icon x={10} y={10} size={16} strokeWidth={1.75} />
          </g>
        );
      })}
    </svg>
  );
}

/** Stands where a picture will be, until what it shows is there. */
function Sketch() {
  const { width, height } = least;
  const y = (height - tile) / 2;
  const xs = [62, 142, 222];
  return (
    <svg
      aria-hidden
      data-sketch
      viewBox={[0, 0, width, height].join(' ')}
      className="size-full text-line motion-safe:animate-pulse"
    >
      <path d={`M${xs[0]} ${height / 2}H${xs.at(-1)}`} stroke="currentColor" strokeWidth={1.5} />
      {xs.map((x) => (
        <rect key={x} {...{ x, y }} width={tile} height={tile} rx={9} fill="currentColor" />
      ))}
    </svg>
  );
}

function drawSmall({ nodes, edges }: Graph) {
  const places = new Map(nodes.map(({ id, position }) => [id, small(position)]));
  const tiles = nodes.map(({ id, data }) => ({ id, kind: data.node.kind, ...places.get(id)! }));
  const lines = edges.map(({ id, source, target, data }) => ({
    id,
    path: smallEdge(places.get(source)!, places.get(target)!, tile),
    isError: data?.isError ?? false,
  }));
  return { box: boxAround([...places.values()]), tiles, lines };
}

function small({ x, y }: Position): Position {
  return { x: x * scale.x, y: y * scale.y };
}

/** The picture's corner and size, never so small that a lone tile would fill it. */
function boxAround(places: Position[]): string {
  const xs = places.map(({ x }) => x);
  const ys = places.map(({ y }) => y);
  const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + tile + margin];
  const [top, bottom] = [Math.min(...ys) - margin, Math.max(...ys) + tile + margin];
  const width = Math.max(least.width, right - left);
  const height = Math.max(least.height, bottom - top);
  const x = (left + right - width) / 2;
  const y = (top + bottom - height) / 2;
  return [x, y, width, height].join(' ');
}

/** A small picture of a stored pipeline; what is stored is without mistakes. */
export function StoredDrawing({ name }: { name: string }) {
  const { data } = useQuery({ ...queries.livePipeline(name), staleTime: 60_000 });
  return data ? <Drawing document={data.document as Pipeline} /> : <Sketch />;
}
