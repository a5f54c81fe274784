import type { ApprovalView } from '../api/approvals.ts';
import type { NodeView, RunView } from '../api/runs.ts';
import type { StepView } from '../api/steps.ts';
import type { Json } from '../base/json.ts';
import { canonicalJson } from '../base/json.ts';

/** All that is compared of a run. */
export type ComparedRun = {
  run: Pick<
    RunView,
    'status' | 'input' | 'output' | 'error' | 'nodes' | 'document' | 'startedAt' | 'endedAt'
  > &
    Pick<RunView, 'costUsd' | 'usage'>;
  steps: readonly StepView[];
  approvals: readonly Pick<ApprovalView, 'nodePath' | 'status' | 'decision'>[];
};

/** Both sides of something, and whether they differ; a side without it is undefined. */
export type Pair<Value> = { one: Value | undefined; other: Value | undefined; differs: boolean };

/** What a run, or a node of it with all that is inside, has used. */
export type Figures = {
  /** Milliseconds; null while it is not over. */
  time: number | null;
  /** In US dollars; null where a price is not known. */
  cost: number | null;
  tokens: number;
  /** Calls of models. */
  turns: number;
  toolRuns: number;
};

export type Decided = { status: string; by: string | null; comment: string | null };

export type NodeComparison = {
  id: string;
  title: string | undefined;
  kind: string;
  /** Whether anything differs but what it has used. */
  differs: boolean;
  status: Pair<string>;
  port: Pair<string>;
  output: Pair<Json>;
  error: Pair<string>;
  decisions: Pair<Decided[]>;
  /** Whether the documents of both runs define it alike. */
  definition: Pair<Json>;
  figures: Pair<Figures>;
};

export type RunComparison = {
  status: Pair<string>;
  error: Pair<string>;
  output: Pair<Json>;
  /** By the name of an input, those that differ first. */
  inputs: ({ name: string } & Pair<Json>)[];
  figures: Pair<Figures>;
  /** Those that differ first, otherwise in the order of the documents. */
  nodes: NodeComparison[];
};

/** What differs between two runs, also of different pipelines: nodes are the same by their ids. */
export function compareRuns(one: ComparedRun, other: ComparedRun): RunComparison {
  const names = union(Object.keys(one.run.input), Object.keys(other.run.input));
  const [before, after] = [sidesOf(one), sidesOf(other)];
  const nodes = union([...before.keys()], [...after.keys()]).map((id) =>
    compareNodes(id, before.get(id), after.get(id)),
  );
  return {
    status: pair(one.run.status, other.run.status),
    error: pair(one.run.error?.message, other.run.error?.message),
    output: pair(one.run.output ?? undefined, other.run.output ?? undefined),
    inputs: differingFirst(
      names.map((name) => ({ name, ...pair(one.run.input[name], other.run.input[name]) })),
    ),
    figures: pair(figuresOfRun(one), figuresOfRun(other)),
    nodes: differingFirst(nodes),
  };
}

/** A node of a run with all that belongs to it. */
type Side = {
  node: NodeView;
  title: string | undefined;
  definition: Json;
  figures: Figures;
  decisions: Decided[];
};

function sidesOf({ run, steps, approvals }: ComparedRun): Map<string, Side> {
  const stepsOf = Map.groupBy(steps, ({ nodePath }) => firstOf(nodePath));
  const approvalsOf = Map.groupBy(approvals, ({ nodePath }) => firstOf(nodePath));
  const definitions = new Map(run.document.nodes.map((node) => [node.id, node]));
  return new Map(
    run.nodes.map((node) => {
      const definition = definitions.get(node.id);
      const own = approvalsOf.get(node.id) ?? [];
      return [
        node.id,
        {
          node,
          title: definition?.title,
          definition: (definition ?? null) as Json,
          figures: figuresOf(node, stepsOf.get(node.id) ?? []),
          decisions: own.map(({ status, decision }) => ({
            status,
            by: decision?.by ?? null,
            comment: decision?.comment ?? null,
          })),
        },
      ];
    }),
  );
}

/** The node of the run itself that a path leads through, whichever of its attempts. */
function firstOf(nodePath: string): string {
  return (nodePath.split('/', 1)[0] ?? '').replace(/\.try-\d+$/, '');
}

function compareNodes(id: string, one: Side | undefined, other: Side | undefined): NodeComparison {
  const compared = {
    status: pair(one?.node.status, other?.node.status),
    port: pair(one?.node.port, other?.node.port),
    output: pair(one?.node.output, other?.node.output),
    error: pair(one?.node.error?.message, other?.node.error?.message),
    decisions: pair(one?.decisions, other?.decisions),
    definition: pair(one?.definition, other?.definition),
  };
  return {
    id,
    title: other?.title ?? one?.title,
    kind: (other ?? one)?.node.kind ?? '',
    ...compared,
    figures: pair(one?.figures, other?.figures),
    differs: Object.values(compared).some(({ differs }) => differs),
  };
}

function figuresOfRun({ run, steps }: ComparedRun): Figures {
  const { inputTokens, outputTokens } = run.usage;
  return {
    ...figuresOf(run, steps),
    cost: run.costUsd === null ? null : Number(run.costUsd),
    tokens: inputTokens + outputTokens,
  };
}

function figuresOf(
  { startedAt, endedAt }: Pick<NodeView, 'startedAt' | 'endedAt'>,
  steps: readonly StepView[],
): Figures {
  const isOver = startedAt !== null && endedAt !== null;
  const calls = steps.filter(({ kind }) => kind === 'model');
  const costs = calls.map(({ costUsd, status }) => costUsd ?? (status === 'completed' ? null : 0));
  return {
    time: isOver ? Date.parse(endedAt) - Date.parse(startedAt) : null,
    cost: costs.includes(null) ? null : sum(costs, Number),
    tokens: sum(calls, ({ inputTokens, outputTokens }) => (inputTokens ?? 0) + (outputTokens ?? 0)),
    turns: calls.length,
    toolRuns: steps.filter(({ kind }) => kind === 'tool').length,
  };
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

function pair<Value>(one: Value | undefined, other: Value | undefined): Pair<Value> {
  return { one, other, differs: canonicalJson(one as Json) !== canonicalJson(other as Json) };
}

function union(one: string[], other: string[]): string[] {
  return [...new Set([...one, ...other])];
}

function differingFirst<Item extends { differs: boolean }>(items: Item[]): Item[] {
  return items.toSorted((one, other) => Number(other.differs) - Number(one.differs));
}
