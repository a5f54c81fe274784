import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createBacktests } from '../../../activities/trading/backtest/threads/pool.ts';
import { compareBacktests } from '../../../activities/trading/tools/calculate/compare-backtests.ts';
import type { ToolRefused } from '../../../activities/tool-kit/executor.ts';
import { runBacktest } from '../../../activities/trading/tools/calculate/run-backtest.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { PipelineDocument } from '../../../contracts/pipelines/pipeline.ts';
import { toolOf } from '../../activities/tools/outside.ts';
import { replayedMarket } from '../../activities/trading/exchange/replayed-market.ts';
import { permanent } from '../support/fake-activities.ts';
import { startHarness } from '../support/harness.ts';

const backtests = createBacktests({ threads: 2 });
afterAll(() => backtests.close());

test('the shipped sweep trades its grid on real bars, item by item, and compares the results', async () => {
  const { market } = await replayedMarket('2013-01-02');
  const tools = {
    run_backtest: await toolOf(runBacktest, { services: { market, backtests } }),
    compare_backtests: await toolOf(compareBacktests),
  };
  const harness = await startHarness({
    async tool({ tool, args }) {
      try {
        return await tools[tool as keyof typeof tools].run('value' in args ? args.value : {});
      } catch (error) {
        const { code, message } = error as ToolRefused;
        throw permanent(code, message);
      }
    },
  });
  const file = new URL('../../../pipelines/parameter-sweep.yaml', import.meta.url);
  const document = parse(await readFile(file, 'utf8')) as PipelineDocument;
  const grid = [
    { fast: 5, slow: 50 },
    { fast: 20, slow: 100 },
    // Longer than there are bars: it fails, and the others go on.
    { fast: 20, slow: 2_000 },
    { fast: 10, slow: 200 },
  ];
  const input = { symbol: 'SPX', timeframe: '1d', outOfSample: 0.3, grid };
  const run = await harness.start(document, { input });
  const result = (await run.result()) as JsonObject;
  await harness.stop();
  expect(result).toMatchObject({
    tries: 4,
    failed: 1,
    multipleTesting: { deflatedSharpe: expect.any(Number), luckySharpe: expect.any(Number) },
    bestInSample: { outOfSample: { sharpe: expect.any(Number) } },
  });
  const table = result['table'] as { name: string; outOfSample: { sharpe: number } }[];
  expect(table.map(({ name }) => name).toSorted()).toEqual([
    'sma10 > sma200; out: sma10 < sma200',
    'sma20 > sma100; out: sma20 < sma100',
    'sma5 > sma50; out: sma5 < sma50',
  ]);
  const sharpes = table.map(({ outOfSample }) => outOfSample.sharpe);
  expect(sharpes).toEqual(sharpes.toSorted((one, other) => other - one));
  const steps = harness.recorded.tools.map(({ nodePath, step }) => `${nodePath} ${step}`);
  expect(steps.toSorted()).toEqual([
    'compare tool',
    'sweep item-1',
    'sweep item-2',
    'sweep item-3',
    'sweep item-4',
  ]);
});
