import type { Command } from 'commander';
import { compareRuns } from '../../contracts/runs/compare-runs.ts';
import type {
  ComparedRun,
  Figures,
  NodeComparison,
  Pair,
} from '../../contracts/runs/compare-runs.ts';
import { cutText } from '../../contracts/base/text.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../client/context.ts';
import { durationText, tableLines } from '../client/text.ts';
import { stepsAfter } from '../client/watch-run.ts';
import { withClient } from '../client/action.ts';

/** Of a value, what a terminal shows beside another one. */
const shownCharacters = 60;

/** `baton compare RUN RUN`: what differs between two runs, node by node. */
export function addCompare(program: Command, context: Context): void {
  program
    .command('compare')
    .argument('<run>')
    .argument('<other>')
    .option('--json', 'print JSON')
    .action((one: string, other: string, { json }: { json?: boolean }) =>
      withClient(context, async (client) => {
        const { print } = context;
        const [before, after] = [await compared(client, one), await compared(client, other)];
        const comparison = compareRuns(before, after);
        if (json) return print(JSON.stringify(comparison, undefined, 2));
        const { status, output, inputs, figures, nodes } = comparison;
        const differing = nodes.filter(({ differs }) => differs);
        const rows = [
          ['', one, other],
          ['status', ...sides(status)],
          ...figureRows.map(([name, show]) => [
            name,
            show(figures.one ?? noFigures),
            show(figures.other ?? noFigures),
          ]),
          ...inputs
            .filter(({ differs }) => differs)
            .map(({ name, ...input }) => [`input ${name}`, ...sides(input)]),
          ...(output.differs ? [['output', ...sides(output)]] : []),
          ...differing.flatMap(rowsOf),
        ];
        for (const line of tableLines(rows)) print(line);
        if (differing.length === 0)
          print('All nodes have the same statuses, outputs and decisions.');
      }),
    );
}

async function compared(client: ApiClient, id: string): Promise<ComparedRun> {
  const run = await client.run(id);
  const steps = await stepsAfter(client, id, 0);
  const { items } = await client.approvals({ runId: id });
  return { run, steps, approvals: items.toReversed() };
}

function rowsOf({ id, ...node }: NodeComparison): string[][] {
  const { one, other } = node.status;
  if (one === undefined || other === undefined) {
    return [[id, one ?? 'not in this run', other ?? 'not in this run']];
  }
  const fields = ['status', 'port', 'output', 'error', 'decisions', 'definition'] as const;
  return fields
    .filter((field) => node[field].differs)
    .map((field) => [`${id}: ${field}`, ...sides(node[field])]);
}

function sides({ one, other }: Pair<unknown>): string[] {
  return [one, other].map((value) => {
    if (value === undefined) return '-';
    return cutText(typeof value === 'string' ? value : JSON.stringify(value), shownCharacters);
  });
}

const noFigures: Figures = { time: null, cost: null, tokens: 0, turns: 0, toolRuns: 0 };

const figureRows: [string, (figures: Figures) => string][] = [
  ['time', ({ time }) => (time === null ? '-' : durationText(time))],
  ['cost', ({ cost }) => (cost === null ? 'unknown price' : `$${cost}`)],
  ['tokens', ({ tokens }) => String(tokens)],
  ['model calls', ({ turns }) => String(turns)],
  ['tool runs', ({ toolRuns }) => String(toolRuns)],
];
