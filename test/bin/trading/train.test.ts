import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDay } from '../../../bin/trading/train.ts';
import { startCommand } from '../commands/support.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-train-'));
});
afterAll(() => rm(folder, { recursive: true }));

const baton = (...args: string[]) =>
  startCommand(['train', ...args], { env: { BATON_ML_MODELS: folder } }).ended;

describe('baton train', () => {
  test('learns from the bundled bars before the replay, and says how good that was', async () => {
    const { code, output } = await baton('spx', '--horizon', '3', '--until', '2006-01-01');
    expect(code).toBe(0);
    expect(output).toContain('SPX 1d: whether the close is higher 3 bars later');
    expect(output).toMatch(/No better than the base rate|Better than the base rate/);
    const model = JSON.parse(await readFile(join(folder, 'SPX.1d.json'), 'utf8'));
    expect(model).toMatchObject({
      symbol: 'SPX',
      horizon: 3,
      data: { from: '2000-01-03T00:00:00.000Z', to: '2005-12-30T00:00:00.000Z' },
      outOfSample: { auc: expect.any(Number), brier: expect.any(Number) },
    });
  });

  test.each([
    [
      ['SPX', '--bars', '600', '--timeframe', '1w'],
      /SPX 1w: 600 bars give 295 examples.*--bars 805 or more/,
    ],
    [['SPX', '--until', '1999-01-01'], /SPX has no 1d bars that end by 1999-01-01/],
    [['SPX', '--timeframe', '1h'], /SPX has no 1h bars/],
  ])('says why it cannot: %j', async (args, message) => {
    const { code, warnings } = await baton(...args);
    expect(code).toBe(1);
    expect(warnings).toMatch(message);
  });

  test.each(['2012-02-31', '2012-1-31', 'tomorrow'])('does not accept %s as a day', (text) => {
    expect(() => readDay(text)).toThrow('Write a day such as 2012-01-31');
    expect(readDay('2012-02-29')).toBe('2012-02-29');
  });
});
