import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { trainModel } from '../../../../../activities/trading/learning/model.ts';
import { writeModel } from '../../../../../activities/trading/learning/model-files.ts';
import { getMlFeatures } from '../../../../../activities/trading/tools/ml/get-ml-features.ts';
import { getMlSignals } from '../../../../../activities/trading/tools/ml/get-ml-signals.ts';
import type { Bar, Market } from '../../../../../activities/trading/market/market.ts';
import type { Json } from '../../../../../contracts/base/json.ts';
import { leaningBars, seriesOf } from '../../learning/support.ts';
import { toolOf } from '../../../tools/outside.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-models-'));
});
afterAll(() => rm(folder, { recursive: true }));

const marketOf = (bars: Bar[], symbol = 'ABC') =>
  ({
    bars: async ({ limit }: { limit: number }) => ({
      ...seriesOf(bars.slice(-limit)),
      symbol,
    }),
    moment: async () => undefined,
  }) as unknown as Market;

const leaning = leaningBars(1_600, 0.6);
const walk = leaningBars(1_600, 0);
const now = new Date('2024-01-01');

describe('a model of bars that depend on earlier ones', () => {
  beforeAll(() => writeModel(folder, trainModel(seriesOf(leaning), { horizon: 2, now })));
  const options = () => ({
    settings: { BATON_ML_MODELS: folder },
    services: { market: marketOf(leaning) },
  });

  test('foretells with a confidence, and says that it was better than the base rate', async () => {
    const tool = await toolOf(getMlSignals, options());
    expect(tool.spec.missing).toBeUndefined();
    const answer = await tool.run({ symbol: 'ABC' });
    expect(answer).toMatchObject({
      symbol: 'ABC',
      timeframe: '1d',
      horizon: 2,
      isBetterThanBase: true,
      reading: expect.stringContaining('better than the base rate'),
      model: { trainedAt: now.toISOString(), bars: 1_600, dataSha256: expect.any(String) },
      outOfSample: { forecasts: expect.any(Number), auc: expect.any(Number) },
    });
    const probability = answer['probabilityUp'] as number;
    expect(answer['prediction']).toBe(probability > 0.5 ? 'up' : 'down');
    expect(answer['confidence']).toBeCloseTo(Math.abs(2 * probability - 1), 9);
    expect((answer['outOfSample'] as { auc: number }).auc).toBeGreaterThan(0.6);
  });

  test('says what drove the forecast: intercept and contributions are its log odds', async () => {
    const tool = await toolOf(getMlFeatures, options());
    const answer = await tool.run({ symbol: 'ABC' });
    const contributions = answer['contributions'] as { contribution: number; feature: string }[];
    const odds = contributions.reduce(
      (sum, { contribution }) => sum + contribution,
      answer['intercept'] as number,
    );
    expect(1 / (1 + Math.exp(-odds))).toBeCloseTo(answer['probabilityUp'] as number, 8);
    const sizes = contributions.map(({ contribution }) => Math.abs(contribution));
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    expect(contributions.map(({ feature }) => feature)).toContain('return1');
    expect(answer).toMatchObject({ outOfSample: { auc: expect.any(Number) } });
  });

  test('foretells nothing that it has learned from, as in a replay of earlier days', async () => {
    const { settings } = options();
    const earlier = leaning.slice(0, -1);
    const tool = await toolOf(getMlSignals, { settings, services: { market: marketOf(earlier) } });
    await expect(tool.run({ symbol: 'ABC' })).rejects.toMatchObject({
      retryable: false,
      message: expect.stringMatching(
        `but the newest bar is from .*--until ${earlier.at(-1)!.time.slice(0, 10)}`,
      ),
    });
  });

  test('is not taken for that of another instrument', async () => {
    const tool = await toolOf(getMlSignals, {
      ...options(),
      services: { market: marketOf(leaning, 'XYZ') },
    });
    await expect(tool.run({ symbol: 'XYZ' })).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('Run npx baton train XYZ --timeframe 1d'),
    });
  });
});

test('a model of a random walk says in every answer that it is no better than the base rate', async () => {
  const series = { ...seriesOf(walk), symbol: 'WALK' };
  await writeModel(folder, trainModel(series, { horizon: 5, now }));
  for (const tool of [getMlSignals, getMlFeatures]) {
    const { run } = await toolOf(tool, {
      settings: { BATON_ML_MODELS: folder },
      services: { market: marketOf(walk, 'WALK') },
    });
    expect(await run({ symbol: 'WALK' })).toMatchObject({
      isBetterThanBase: false,
      reading: expect.stringContaining('NO better than the base rate'),
    });
  }
});

test('a file that is damaged is reported, with what to do', async () => {
  await writeFile(join(folder, 'BAD.1d.json'), '{"format": 1}');
  const { run } = await toolOf(getMlSignals, {
    settings: { BATON_ML_MODELS: folder },
    services: { market: marketOf(leaning, 'BAD') },
  });
  await expect(run({ symbol: 'BAD' })).rejects.toMatchObject({
    message: expect.stringMatching(/BAD\.1d\.json is .*Run npx baton train BAD/),
  });
});

test('without any model, the tools say which command makes one', async () => {
  const settings = { BATON_ML_MODELS: join(folder, 'nothing') };
  const { spec, run } = await toolOf(getMlSignals, { settings });
  expect(spec.missing).toContain('run npx baton train');
  await expect(run({ symbol: 'ABC' })).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    fault: 'setup',
  });
});

describe('a server in place of the models', () => {
  async function serve(status: number, answer: Json) {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const settings = {
      BATON_ML_URL: `http://127.0.0.1:${port}/forecast`,
      BATON_ML_MODELS: folder,
      BATON_NETWORK_HOSTS: `127.0.0.1:${port}`,
    };
    const services = { market: marketOf(leaning) };
    return { asked, settings, services };
  }

  const answer = { probabilityUp: 0.62, asOf: '2024-01-01T00:00:00Z' };

  test('is asked by symbol and timeframe, and what it does not say is not known', async () => {
    const { asked, ...options } = await serve(200, answer);
    const tool = await toolOf(getMlSignals, options);
    expect(tool.spec.missing).toBeUndefined();
    expect(await tool.run({ symbol: 'BTC/USDT', timeframe: '1h' })).toMatchObject({
      prediction: 'up',
      probabilityUp: 0.62,
      confidence: 0.24,
      outOfSample: null,
      isBetterThanBase: null,
      reading: expect.stringContaining('does not report its out-of-sample quality'),
    });
    expect(asked).toEqual(['/forecast?symbol=BTC%2FUSDT&timeframe=1h']);
  });

  test('is asked for the time of a replay, and an answer that knows more is refused', async () => {
    const replay = { asOf: '2013-01-03T21:00:00.000Z', reason: 'SPX is a replay' };
    const { asked, services, ...options } = await serve(200, answer);
    const market = { ...services.market, moment: async () => replay };
    const tool = await toolOf(getMlSignals, { ...options, services: { market } });
    await expect(tool.run({ symbol: 'SPX' })).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining('no forecast of SPX as of 2013-01-03T21:00:00.000Z'),
    });
    const query = new URL(asked[0]!, 'http://any').searchParams;
    expect(query.get('asOf')).toBe('2013-01-03T21:00:00.000Z');
    const known = await serve(200, { ...answer, asOf: replay.asOf });
    const other = await toolOf(getMlSignals, { ...known, services: { market } });
    expect(await other.run({ symbol: 'SPX' })).toMatchObject({ asOf: replay.asOf });
  });

  test.each([
    [200, { probabilityUp: 2, asOf: answer.asOf }, /probabilityUp/, false],
    [200, { ...answer, asOf: 'today' }, /asOf/, false],
    [404, {}, /answered 404/, false],
    [503, {}, /answered 503/, true],
  ])('that answers %i %j is an error', async (status, body, message, retryable) => {
    const tool = await toolOf(getMlSignals, await serve(status, body));
    await expect(tool.run({ symbol: 'ABC' })).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      retryable,
      message: expect.stringMatching(message),
    });
  });
});
