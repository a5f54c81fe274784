import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compilePipeline } from '../../contracts/compile.ts';
import { renderTemplate } from '../../contracts/expressions.ts';
import { checkInput } from '../../contracts/input.ts';
import type { Json } from '../../contracts/json.ts';
import { validatePipeline } from '../../contracts/validation/index.ts';
import type { Pipeline } from '../../contracts/pipeline.ts';
import { exampleCatalog } from './catalog.ts';

const folder = new URL('../../pipelines/', import.meta.url);
const files = await readdir(folder);

async function shipped(file: string): Promise<Pipeline> {
  const document: unknown = parse(await readFile(new URL(file, folder), 'utf8'));
  const { problems, pipeline } = validatePipeline(document, exampleCatalog());
  expect(problems).toStrictEqual([]);
  return pipeline!;
}

test('four pipelines are shipped', () => {
  expect(files.toSorted()).toStrictEqual([
    'analyst-team.yaml',
    'delegated-trading.yaml',
    'leader-decision.yaml',
    'research-to-trading.yaml',
  ]);
});

describe.each(files)('%s', (file) => {
  test('has no mistakes, is named as its file, and compiles', async () => {
    const pipeline = await shipped(file);
    expect(`${pipeline.name}.yaml`).toBe(file);
    await compilePipeline(pipeline, exampleCatalog());
  });

  test('starts without any input', async () => {
    const { inputs } = await shipped(file);
    expect(checkInput(inputs, {}).value).toStrictEqual({ symbol: 'SPX' });
  });

  test('places every node on the canvas', async () => {
    const { nodes, layout } = await shipped(file);
    expect(Object.keys(layout ?? {})).toStrictEqual(nodes.map(({ id }) => id));
  });
});

/** What the transform of leader-decision makes of a decision. */
async function orders(decision: Json): Promise<Json> {
  const { nodes } = await shipped('leader-decision.yaml');
  const node = nodes.find(({ id }) => id === 'orders');
  if (node?.kind !== 'transform') throw new Error('orders is no transform');
  const positions = [
    { symbol: 'SPX', quantity: -2.5, marketPrice: 100 },
    { symbol: 'BTC/USDT', quantity: 0.5, marketPrice: 60_000 },
  ];
  return renderTemplate(node.value, {
    inputs: { symbol: 'SPX' },
    nodes: {
      decide: { status: 'completed', output: decision },
      portfolio: { status: 'completed', output: { positions } },
    },
    run: { id: 'run-1' },
  });
}

describe('the order of leader-decision', () => {
  const sized = { symbol: 'SPX', quantity: 2, referencePrice: 99.5, reason: 'trend' };

  test('opens a long by buying and a short by selling', async () => {
    const order = { symbol: 'SPX', quantity: 2, type: 'market', referencePrice: 99.5 };
    const referenceTime = '2013-01-03T21:00:00.000Z';
    expect(await orders({ action: 'open_long', ...sized, referenceTime })).toStrictEqual([
      { ...order, side: 'buy', referenceTime },
    ]);
    expect(await orders({ action: 'open_short', ...sized })).toStrictEqual([
      { ...order, side: 'sell', referenceTime: null },
    ]);
  });

  test('closes a short by buying all of it back, and a long by selling it', async () => {
    expect(await orders({ action: 'close', symbol: 'spx', reason: 'done' })).toStrictEqual([
      { symbol: 'SPX', side: 'buy', quantity: 2.5, type: 'market', referencePrice: 100 },
    ]);
    expect(await orders({ action: 'close', symbol: 'BTC/USDT', reason: 'done' })).toMatchObject([
      { side: 'sell', quantity: 0.5 },
    ]);
  });

  test('is none where there is nothing to close', async () => {
    expect(await orders({ action: 'close', symbol: 'ETH/USDT', reason: 'done' })).toStrictEqual([]);
  });
});
