import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compilePipeline } from '../../../contracts/pipelines/compile.ts';
import { renderTemplate } from '../../../contracts/expressions/index.ts';
import { checkInput } from '../../../contracts/values/input.ts';
import type { Json } from '../../../contracts/base/json.ts';
import { validatePipeline } from '../../../contracts/pipelines/validation/index.ts';
import type { Catalog } from '../../../contracts/pipelines/catalog.ts';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import type { Pipeline } from '../../../contracts/pipelines/pipeline.ts';
import { propertiesOf } from '../../../contracts/values/json-schema.ts';
import { exampleCatalog } from './catalog.ts';

const folder = new URL('../../../pipelines/', import.meta.url);
const files = await readdir(folder);

const documents = new Map(
  await Promise.all(
    files.map(async (file) => {
      const document: unknown = parse(await readFile(new URL(file, folder), 'utf8'));
      return [file, document] as const;
    }),
  ),
);

/** The example catalog, with the pipelines that come with Baton. */
function surroundings(): Catalog {
  const pipelines = [...documents.values()].map((document) => pipelineSchema.parse(document));
  return {
    ...exampleCatalog(),
    pipelines: Object.fromEntries(pipelines.map((one) => [one.name, one])),
  };
}

async function shipped(file: string): Promise<Pipeline> {
  const { problems, warnings, pipeline } = validatePipeline(documents.get(file), surroundings());
  expect({ problems, warnings }).toStrictEqual({ problems: [], warnings: [] });
  return pipeline!;
}

test('these pipelines are shipped', () => {
  expect(files.toSorted()).toStrictEqual([
    'analyst-team.yaml',
    'bull-and-bear-round.yaml',
    'bull-and-bear.yaml',
    'code-review.yaml',
    'committee-vote.yaml',
    'delegated-trading.yaml',
    'incident-summary.yaml',
    'invoice-extraction.yaml',
    'leader-decision.yaml',
    'look-again.yaml',
    'look-at-crossing.yaml',
    'look-into-move.yaml',
    'meeting-notes.yaml',
    'news-triage.yaml',
    'parameter-sweep.yaml',
    'price-on-call.yaml',
    'rebalance.yaml',
    'research-to-trading.yaml',
    'say-it.yaml',
    'ship-when-paid.yaml',
    'support-triage.yaml',
    'watch-positions.yaml',
    'write-and-review-round.yaml',
    'write-and-review.yaml',
  ]);
});

describe.each(files)('%s', (file) => {
  test('has no mistakes, is named as its file, and compiles', async () => {
    const pipeline = await shipped(file);
    expect(`${pipeline.name}.yaml`).toBe(file);
    await compilePipeline(pipeline, surroundings());
  });

  test('starts without any input', async () => {
    const { inputs } = await shipped(file);
    const first = Object.keys(propertiesOf(inputs))[0] ?? '';
    const { problems, value } = checkInput(inputs, {});
    expect(problems).toEqual([]);
    if (first === 'symbol') expect(value).toMatchObject({ symbol: 'SPX' });
    else expect(value?.[first]).toMatch(/\w/);
  });

  test('places every node on the canvas', async () => {
    const { nodes, layout } = await shipped(file);
    expect(Object.keys(layout ?? {})).toStrictEqual(nodes.map(({ id }) => id));
  });
});

describe('the output of leader-decision', () => {
  const trades = [
    { clientOrderId: 'a', quantity: 2 },
    { clientOrderId: 'b', quantity: 3 },
  ];
  const outputWith = async (decision: Json): Promise<Json> => {
    const { output } = await shipped('leader-decision.yaml');
    return renderTemplate(output!, {
      inputs: { symbol: 'SPX' },
      nodes: {
        decide: { status: 'completed', output: decision },
        portfolio: { status: 'completed', output: { positions: [] } },
        trades: { status: 'completed', output: { trades } },
      },
      run: { id: 'run-1' },
    });
  };

  test('holds the fills of the order that the leader says it placed, as the account has them', async () => {
    expect(await outputWith({ action: 'open_long', order: 'b' })).toMatchObject({
      fills: [{ clientOrderId: 'b', quantity: 3 }],
    });
    expect(await outputWith({ action: 'open_long', order: 'made up' })).toMatchObject({
      fills: [],
    });
  });

  test('holds none where the leader stood aside', async () => {
    expect(await outputWith({ action: 'stand_aside', refusal: 'denied' })).toMatchObject({
      decision: { action: 'stand_aside', refusal: 'denied' },
      fills: [],
    });
  });
});

test('watch-positions tells profit and loss in percent of the cost, also of a short', async () => {
  const { nodes } = await shipped('watch-positions.yaml');
  const node = nodes.find(({ id }) => id === 'positions');
  if (node?.kind !== 'transform') throw new Error('positions is no transform');
  const held = { averagePrice: 200, marketPrice: 190 };
  const positions = [
    { symbol: 'SPX', quantity: -2, unrealizedPnl: 20, ...held },
    { symbol: 'BTC/USDT', quantity: 1, unrealizedPnl: 1, ...held },
  ];
  const nodesGiven = { portfolio: { status: 'completed' as const, output: { positions } } };
  const value = renderTemplate(node.value, {
    inputs: { symbol: 'spx', maximumLossPercent: 5 },
    nodes: nodesGiven,
    run: { id: 'run-1' },
  });
  expect(value).toStrictEqual([
    { symbol: 'SPX', quantity: -2, unrealizedPnl: 20, ...held, pnlPercent: 5 },
  ]);
});
