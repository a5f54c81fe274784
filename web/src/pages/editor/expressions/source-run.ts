import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListedRun, RunView } from '../../../../../contracts/api/index.ts';
import type { ExpressionContext } from '../../../../../contracts/expressions/index.ts';
import type { PipelineNode } from '../../../../../contracts/pipelines/nodes/index.ts';
import { nodePorts } from '../../../../../contracts/pipelines/nodes/ports.ts';
import type { PipelineEdge } from '../../../../../contracts/pipelines/pipeline.ts';
import { hasEnded } from '../../../../../contracts/runs/run.ts';
import { queries } from '../../../api/queries.ts';
import { texts as runTexts } from '../../../components/runs/texts.ts';
import { useModel } from '../model/model.ts';
import { useEditor } from '../state/use-editor.ts';
import { shortTime } from '../../../components/values/instant.ts';

/** How many of the newest runs are looked through, and can be chosen. */
const mostRuns = 12;

type Drawn = { nodes: readonly { node: PipelineNode }[]; edges: readonly { edge: PipelineEdge }[] };
type Ended = Pick<RunView, 'nodes'>;

/** Whether a node got its input in a run: something that leads to it as it is drawn, did. An approval that is new is asked for. */
function isReached(
  { nodes, edges }: Drawn,
  run: Ended,
  id: string,
  seen: ReadonlySet<string> = new Set(),
): boolean {
  if (seen.has(id)) return false;
  const before = edges.filter(({ edge }) => edge.to === id);
  if (before.length === 0) return true;
  const kinds = new Map(nodes.map(({ node }) => [node.id, node.kind]));
  return before.some(({ edge: { from, port } }) => {
    const kind = kinds.get(from);
    if (kind === undefined) return false;
    const state = run.nodes.find((node) => node.id === from);
    if (state) return state.port === (port ?? nodePorts[kind][0]);
    return kind === 'approval' && isReached({ nodes, edges }, run, from, new Set([...seen, id]));
  });
}

/** The first of some runs in which a node got its input. */
export async function firstReached<Run extends Ended>(
  drawn: Drawn,
  node: string | undefined,
  { ids, read }: { ids: readonly string[]; read: (id: string) => Promise<Run> },
): Promise<Run | null> {
  for (const id of ids) {
    const run = await read(id);
    if (node === undefined || isReached(drawn, run, node)) return run;
  }
  return null;
}

/** The run whose values are shown and tried with: the one that was chosen, or else the newest in which the node got its input. */
export function useSourceRun(node: string | undefined): {
  /** The runs that can be chosen, newest first; undefined while they are read. */
  runs: ListedRun[] | undefined;
  run: RunView | undefined;
  /** That run, or the newest where none led to the node. */
  shown: RunView | undefined;
  /** Whether none of the runs led to the node, and none was chosen. */
  isMissing: boolean;
  /** Whether the runs are still looked through for one that led to the node. */
  isSearching: boolean;
} {
  const name = useEditor(({ saved }) => saved.name);
  const chosen = useEditor(({ sourceRun }) => sourceRun);
  const { draft } = useModel().drawn;
  const { data, isLoading } = useQuery({
    ...queries.runs({ pipeline: name ?? '' }),
    enabled: name !== undefined,
  });
  const runs = useMemo(
    () =>
      data?.items
        .filter(({ status, triedNode }) => hasEnded(status) && triedNode === null)
        .slice(0, mostRuns),
    [data],
  );
  const ids = chosen === undefined ? (runs ?? []).map(({ id }) => id) : [chosen];
  const drawn = { nodes: draft.nodes, edges: draft.edges };
  const edges = draft.edges.map(({ edge: { from, port, to } }) => [from, port, to]);
  const found = useQuery({
    queryKey: ['source-run', ids, node, edges],
    enabled: ids.length > 0,
    staleTime: Infinity,
    // While a newer run is looked at, the values of the one before stay, and say that they are of that.
    placeholderData: (before: Found | undefined, query) =>
      query?.queryKey[2] === node && chosen === undefined ? before : undefined,
    queryFn: async ({ client }) => {
      // A run that has ended does not change.
      const read = (id: string) => client.fetchQuery({ ...queries.run(id), staleTime: Infinity });
      const reached = await firstReached(drawn, chosen === undefined ? node : undefined, {
        ids,
        read,
      });
      return { reached, shown: reached ?? (await read(ids[0]!)) };
    },
  });
  const { reached, shown } = found.data ?? {};
  const isSearching = chosen === undefined && (isLoading || found.isLoading);
  return { runs, run: reached ?? undefined, shown, isMissing: reached === null, isSearching };
}

/** Of the runs that were looked through: the first that reached the node, or else the newest, whose values are better than none. */
type Found = { reached: RunView | null; shown: RunView };

/** What expressions of a node read in that run, and which run it is. */
export function useSourceValues(
  node: string | undefined,
): { run: RunView; values: ExpressionContext } | undefined {
  const { shown } = useSourceRun(node);
  return useMemo(() => shown && { run: shown, values: contextOf(shown) }, [shown]);
}

function contextOf({ id, input, nodes }: RunView): ExpressionContext {
  return {
    inputs: input,
    nodes: Object.fromEntries(
      nodes
        .filter(({ status }) => status === 'completed' || status === 'failed')
        .map(({ id: node, output, status, error }) => [
          node,
          { status, ...(output !== undefined && { output }), ...(error && { error }) },
        ]),
    ),
    run: { id },
  };
}

/** When a run was started, as its choice and its values name it. */
export function startOf({ createdAt }: Pick<ListedRun, 'createdAt'>, now = new Date()): string {
  return shortTime(createdAt, now);
}

const inputLength = 40;

/** A run as it is chosen: when it was, how it ended and what it was given. */
export function titleOf(run: ListedRun, now?: Date): string {
  const input = Object.values(run.input)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(', ');
  const short = input.length > inputLength ? `${input.slice(0, inputLength)}…` : input;
  const status = run.outcome?.title ?? runTexts.status[run.status];
  return [startOf(run, now), status, short].filter((part) => part !== '').join(' · ');
}
