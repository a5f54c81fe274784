import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentSchema } from '../../../contracts/agents/index.ts';
import { openTestServer, startCommand } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
let folder: string;
const ids: string[] = [];

beforeAll(async () => {
  server = await openTestServer();
  folder = await mkdtemp(join(tmpdir(), 'baton-export-'));
  // More than the export reads at once.
  for (let number = 0; number < 52; number += 1) {
    const input = { symbol: number === 0 ? 'ODD' : 'SPX' };
    const { body } = await server.post('/api/v1/runs', { pipeline: 'price-check', input });
    ids.unshift(body.id);
  }
  const [runId = ''] = ids;
  await server.services.runs.start(runId);
  const step = { runId, nodePath: 'price', step: 'tool' };
  await server.services.steps.start(step, {
    kind: 'tool',
    name: 'get_price',
    label: 'get_price SPX',
    attempt: 1,
  });
  await server.services.conversations.open(
    {
      id: `${runId}/price`,
      runId,
      nodePath: 'price',
      agent: agentSchema.parse({ name: 'reader', role: 'Reads.', instructions: 'Read.' }),
      delegates: {},
      settings: {},
      budgets: [],
    },
    [{ role: 'user', text: 'What is the price?' }],
  );
  await server.services.artifacts.store({ id: 'art', runId, content: { price: 7 }, bytes: 11 });
  await server.services.runs.finish(runId, {
    status: 'completed',
    output: { artifact: 'art', bytes: 11, preview: '' },
    nodes: [],
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function exported(...filter: string[]): Promise<any[]> {
  const file = join(folder, 'runs.jsonl');
  const command = server.baton('export', 'runs', '--to', file, ...filter);
  const { code, output, warnings } = await command.ended;
  expect(warnings).toBe('');
  expect(code).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  expect(output).toBe(`Wrote ${lines.length} runs to ${file}`);
  return lines.map((line) => JSON.parse(line));
}

describe('baton export runs', () => {
  it('writes every run, newest first, beyond one page', async () => {
    expect((await exported()).map(({ id }) => id)).toEqual(ids);
  });

  it('writes what is on record of a run, opened', async () => {
    const [run, ...others] = await exported('--status', 'completed');
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      id: ids[0],
      output: { price: 7 },
      costUsd: '0',
      steps: [{ label: 'get_price SPX' }],
      conversations: [
        { nodePath: 'price', messages: [{ message: { text: 'What is the price?' } }] },
      ],
      approvals: [],
    });
  });

  it('filters as the list does', async () => {
    expect((await exported('--text', 'odd')).map(({ id }) => id)).toEqual([ids.at(-1)]);
  });

  it('is refused without a key', async () => {
    const env = { BATON_URL: server.address, BATON_API_KEY: 'another-key-than-the-one' };
    const { code, warnings } = await startCommand(['export', 'runs'], { env }).ended;
    expect(code).toBe(1);
    expect(warnings).not.toBe('');
  });
});
