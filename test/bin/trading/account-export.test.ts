import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTestServer } from '../commands/support.ts';
import type { TestServer } from '../commands/support.ts';

describe('baton account export', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer();
  });
  afterAll(() => server.close());

  async function run(...words: string[]) {
    const folder = await mkdtemp(join(tmpdir(), 'baton-export-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const ended = await server.baton('account', 'export', ...words, '--to', folder).ended;
    return { ...ended, folder, files: (await readdir(folder)).toSorted() };
  }

  test('writes the files that are asked for, and says where', async () => {
    const { code, output, files, folder } = await run('orders', 'fills', '--user', 'ann');
    expect(code).toBe(0);
    expect(files).toEqual(['paper-ann-fills.csv', 'paper-ann-orders.csv']);
    expect(output.split('\n')).toEqual([
      join(folder, 'paper-ann-orders.csv'),
      join(folder, 'paper-ann-fills.csv'),
    ]);
    const fills = await readFile(join(folder, 'paper-ann-fills.csv'), 'utf8');
    expect(fills).toBe('orderId,symbol,side,quantity,price,fee,liquidity,at,marketTime\r\n');
  });

  test('writes without a worker all that is on record, and says what needs one', async () => {
    const { code, files, warnings } = await run();
    expect(code).toBe(1);
    expect(files).toEqual(
      ['costs', 'equity', 'events', 'fills', 'orders'].map((file) => `paper-${file}.csv`),
    );
    expect(warnings.split('\n').map((line) => line.split(':')[0])).toEqual([
      'positions.csv',
      'performance.csv',
    ]);
  });

  test('writes nothing of an account that the user may not see', async () => {
    const { code, files, warnings } = await run('orders', '--user', 'ann', '--account', 'macro');
    expect([code, files]).toEqual([1, []]);
    expect(warnings).toContain('ann has no account macro');
  });
});
