import { ChevronRight } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { NodeView, RunView } from '../../../../../contracts/api/index.ts';
import type { Pipeline } from '../../../../../contracts/pipelines/pipeline.ts';
import { triggerIdOf } from '../../../../../contracts/pipelines/triggers/kinds.ts';
import { annotationNodes } from '../../../canvas/annotations.ts';
import { Canvas } from '../../../canvas/canvas.tsx';
import { placedBy } from '../../../canvas/body/expand.ts';
import { Follow } from '../../../canvas/follow.tsx';
import type { Graph, PortEdge } from '../../../canvas/graph.ts';
import { useGraph } from '../../../canvas/use-graph.ts';
import { isTrigger } from '../../../nodes/look.ts';
import { statusLooks } from '../../../components/runs/status.tsx';
import { childOf as runs } from '../../../../../contracts/pipelines/child-of.ts';
import { childOf, joinPath } from '../../../api/node-paths.ts';
import { useShowing } from '../film/film-context.ts';
import { nodeStatusLook } from '../node-status.ts';
import type { NodeStatusLook } from '../node-status.ts';
import { useRunContext } from '../run-context.ts';
import { titleOfPath } from '../placed-nodes.ts';
import { totalsByNode } from '../totals.ts';
import { useChild } from '../use-child.ts';
import { bodyPath, isOverAt } from '../parts.ts';
import { activeByNode } from './active-steps.ts';
import { edgeState } from './edge-states.ts';
import { keepSame } from './keep-same.ts';
import { RunCard } from './run-card.tsx';
import { RunOverlay } from './run-overlay.ts';
import { useRunFrames } from './use-run-frames.ts';
import { summaryOf } from './summary.ts';
import { texts } from '../texts.ts';

const nodeTypes = { card: RunCard };

/** The document that ran, with how each node stands; inside of a pipeline node, that of its child. */
export function RunCanvas() {
  const { run, place } = useRunContext();
  const { inside = '' } = place;
  const { child, error } = useChild(inside);
  const shown = inside === '' ? run : child;
  return (
    <div className="flex size-full flex-col">
      {inside !== '' && <Trail inside={inside} />}
      <div className="relative min-h-0 flex-1">
        {error && <p className="p-4 text-bad">{error.message}</p>}
        {shown && (
          <Drawn key={inside} document={shown.document} nodes={shown.nodes} path={inside} />
        )}
      </div>
    </div>
  );
}

type DrawnProps = { document: Pipeline; nodes: NodeView[]; path: string };

function Drawn({ document, nodes, path }: DrawnProps) {
  const { run, steps, place, placed, chosen, openNode, clear, enter, ...shown } = useRunContext();
  const hasEnded = shown.hasEnded || (path !== '' && isOverAt(path, (at) => placed.get(at)?.node));
  const { isPlaying } = useShowing();
  const { interrupted } = run;
  const cause = path === '' ? run.cause : null;
  const drawable = useMemo(
    () => ({ ...document, triggers: startedBy(document, cause) }),
    [document, cause],
  );
  const graph = useGraph(drawable, { footer: true });
  const { expanded, frames } = useRunFrames(graph, { document, path });
  const byId = useMemo(() => new Map(nodes.map((node) => [node.id, node])), [nodes]);
  const looks = useMemo(
    () => looksOf(nodes, { path, agents: interrupted }),
    [nodes, path, interrupted],
  );
  const totals = useMemo(() => totalsByNode(steps, path), [steps, path]);
  const active = useMemo(() => activeByNode(steps, path), [steps, path]);
  const overlay = useMemo(
    () => ({ path, nodes: byId, looks, totals, active, hasEnded, frames }),
    [path, byId, looks, totals, active, hasEnded, frames],
  );
  const before = useRef<Graph>(undefined);
  const drawn = useMemo(() => {
    if (!graph) return undefined;
    const next = withRun(expanded.graph, { nodes: byId, looks, hasEnded });
    before.current = keepSame(next, before.current);
    return before.current;
  }, [graph, expanded, byId, looks, hasEnded]);
  const annotations = useMemo(
    () => annotationNodes(placedBy(expanded, document.canvas ?? {}), drawn?.nodes ?? []),
    [document, expanded, drawn],
  );
  if (!drawn) return <p className="p-4 text-muted">{texts.canvas.layingOut}</p>;
  const { at } = place;
  return (
    <RunOverlay value={overlay}>
      <Canvas
        key={path}
        graph={drawn}
        annotations={annotations}
        nodeTypes={nodeTypes}
        label={texts.canvas.label}
        selected={at === undefined ? undefined : (childOf(path, at) ?? undefined)}
        onSelect={(id) => {
          if (id === undefined) clear();
          else if (byId.has(id)) openNode(joinPath(path, id));
        }}
        onOpen={(id) => {
          const node = document.nodes.find((one) => one.id === id);
          const below = bodyPath(byId.get(id), joinPath(path, id), chosen);
          if (node && runs(node) !== undefined && below !== undefined) enter(below);
        }}
        mapColour={({ id }) => (looks.get(id) ?? statusLooks.pending).colour}
      >
        {!hasEnded && <Follow key={String(isPlaying)} ids={atWork(nodes)} />}
      </Canvas>
    </RunOverlay>
  );
}

function atWork(nodes: NodeView[]): string[] {
  return nodes
    .filter(({ status }) => status === 'running' || status === 'waiting')
    .map(({ id }) => id);
}

/** Of the triggers, the one that started the run. */
function startedBy(
  { name, triggers = [] }: Pipeline,
  cause: RunView['cause'],
): NonNullable<Pipeline['triggers']> {
  return triggers.filter(({ id }) => triggerIdOf(name, id) === cause?.trigger);
}

function looksOf(
  nodes: NodeView[],
  { path, agents }: { path: string; agents: RunView['interrupted'] },
): Map<string, NodeStatusLook> {
  return new Map(
    nodes.map((node) => [
      node.id,
      nodeStatusLook(node, { nodePath: joinPath(path, node.id), agents }),
    ]),
  );
}

type DrawnRun = {
  nodes: Map<string, NodeView>;
  looks: Map<string, NodeStatusLook>;
  hasEnded: boolean;
};

/** The graph with names for those who do not see it, and edges that show which way the run went. */
function withRun(graph: Graph, { nodes, looks, hasEnded }: DrawnRun): Graph {
  const lookAt = (id: string): NodeStatusLook => looks.get(id) ?? statusLooks.pending;
  return {
    nodes: graph.nodes.map((card) => {
      const { node } = card.data;
      if (isTrigger(node)) return { ...card, ariaLabel: node.title ?? node.id };
      const { label, note } = lookAt(card.id);
      return { ...card, ariaLabel: `${node.title ?? node.id}, ${node.kind}, ${note ?? label}` };
    }),
    edges: graph.edges.map((edge) => {
      // A trigger that is drawn has led to the run.
      if (!nodes.has(edge.source)) return { ...edge, className: 'is-taken' };
      const isActive = nodes.get(edge.target)?.status === 'running';
      const state = edgeState(edge, nodes, hasEnded);
      const flow = state === 'taken' ? summaryOf(nodes.get(edge.source)?.output) : '';
      return {
        ...edge,
        className: `is-${state}`,
        animated: isActive && state === 'taken',
        ...(flow && edge.data && { data: withFlow(edge.data, flow) }),
      };
    }),
  };
}

const flows = new WeakMap<NonNullable<PortEdge['data']>, NonNullable<PortEdge['data']>>();

/** What an edge says with what flowed along it; the same object for the same, so that it is not drawn again. */
function withFlow(data: NonNullable<PortEdge['data']>, flow: string) {
  const known = flows.get(data);
  if (known?.flow === flow) return known;
  const next = { ...data, flow };
  flows.set(data, next);
  return next;
}

/** Where the canvas is: the run, and the pipeline nodes on the way into it. */
function Trail({ inside }: { inside: string }) {
  const { run, placed, enter } = useRunContext();
  const ways = inside.split('/').map((_part, index, parts) => {
    const path = parts.slice(0, index + 1).join('/');
    return { path, title: titleOfPath(placed, path) };
  });
  return (
    <nav
      aria-label={texts.canvas.trail}
      className="flex items-center gap-1 border-b border-line bg-surface px-3 py-1"
    >
      <Way title={run.title ?? run.pipeline} onOpen={() => enter('')} />
      {ways.map(({ path, title }) => (
        <span key={path} className="flex items-center gap-1">
          <ChevronRight aria-hidden className="size-3.5 text-muted" />
          {path === inside ? (
            <span aria-current="location">{title}</span>
          ) : (
            <Way title={title} onOpen={() => enter(path)} />
          )}
        </span>
      ))}
    </nav>
  );
}

function Way({ title, onOpen }: { title: string; onOpen: () => void }) {
  return (
    <button type="button" className="rounded px-1 text-accent underline" onClick={onOpen}>
      {title}
    </button>
  );
}
