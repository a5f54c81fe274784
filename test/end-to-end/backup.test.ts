import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { approve, bookOf, runOf, startBaton, startRun, untilStatus } from './support/baton.ts';
import type { Baton } from './support/baton.ts';
import { openaiServer, traderScript } from './support/model-server.ts';

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, maxRetries: 5 }));
  return folder;
}

async function listed(baton: Baton, path: string): Promise<any[]> {
  return (await baton.request('GET', path)).body.items;
}

async function approveAndComplete(baton: Baton, id: string): Promise<void> {
  await untilStatus(baton, id, 'waiting');
  await approve(baton, id);
  await untilStatus(baton, id, 'completed');
}

const task = 'Write a report of one sentence.';
const ids = Array.from({ length: 8 }, (_, index) => `writer${index}`);
/** Agents one after the other. */
const reports = {
  name: 'reports',
  nodes: ids.map((id) => ({ id, kind: 'agent', agent: 'research', task })),
  edges: ids.slice(1).map((to, index) => ({ from: ids[index], to })),
  output: '{{ nodes.writer7.output }}',
};

/** What writers answer needs no tool, and so meets none of their limits. */
const script: typeof traderScript = (asked) =>
  asked.messages.some(({ content }) => String(content).includes(task))
    ? { text: 'The trend is up.' }
    : traderScript(asked);

async function startReports(baton: Baton): Promise<string> {
  const { status, body } = await baton.request('POST', '/api/v1/runs', { document: reports });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

describe('a backup', { timeout: 300_000 }, () => {
  it('of a Baton under load is restored elsewhere, where every run goes on', async () => {
    const { url } = await openaiServer(script);
    const models = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url };
    const original = await startBaton(models);
    const completed = await startRun(original);
    await approveAndComplete(original, completed);
    const waiting = await startRun(original);
    await untilStatus(original, waiting, 'waiting');

    const folder = await temporaryFolder();
    const file = join(folder, 'baton.tar.gz');
    const loading = new AbortController();
    const before: string[] = [];
    const load = (async () => {
      while (!loading.signal.aborted && before.length < 30)
        before.push(await startReports(original));
    })();
    await expect.poll(() => before.length, { timeout: 30_000 }).toBeGreaterThan(2);
    const started = [...before];
    const made = await original.command('backup', file);
    loading.abort();
    await load;
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining(file) });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(original.folder, 'snapshots'))).toEqual([]);
    await original.stop();

    const data = join(folder, 'data');
    const put = await original.command('restore', file, '--data', data);
    expect(put).toMatchObject({ code: 0, output: expect.stringContaining(data) });
    const restored = await startBaton({ ...models, BATON_DATA: data });
    expect(await runOf(restored, completed)).toMatchObject({ status: 'completed' });
    expect(await runOf(restored, waiting)).toMatchObject({ status: 'waiting' });
    const runs = await listed(restored, '/api/v1/runs?limit=100');
    const known = runs.map(({ id }) => id);
    expect(known).toEqual(expect.arrayContaining(started));
    // Some were under way.
    expect(runs.filter(({ status }) => status === 'in_progress')).not.toEqual([]);
    for (const id of known) if (id !== waiting) await untilStatus(restored, id, 'completed');
    await approveAndComplete(restored, waiting);
    expect(await bookOf(restored)).toMatchObject({
      orders: [{ status: 'filled' }, { status: 'filled' }],
      fills: [{}, {}],
    });
  });

  it('of a Baton that was killed needs no server', async () => {
    const original = await startBaton();
    const id = await startRun(original);
    await untilStatus(original, id, 'waiting');
    await original.kill();
    const folder = await temporaryFolder();
    const made = await original.command('backup', folder);
    expect(made.code, made.output).toBe(0);
    const [file] = await readdir(folder);
    const data = join(folder, 'data');
    await original.command('restore', join(folder, file ?? ''), '--data', data);
    const restored = await startBaton({ BATON_DATA: data });
    await approveAndComplete(restored, id);
  });

  it('is refused where it would overwrite something', async () => {
    const original = await startBaton();
    await original.stop();
    const folder = await temporaryFolder();
    const file = join(folder, 'taken');
    await writeFile(file, '');
    expect(await original.command('backup', file)).toMatchObject({
      code: 1,
      output: expect.stringContaining('exists. Name a new file'),
    });
    expect(await original.command('backup', join(original.folder, 'own.tar.gz'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('Write the backup to another folder'),
    });
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'data', 'notes.txt'), '');
    expect(await original.command('restore', file, '--data', join(folder, 'data'))).toMatchObject({
      code: 1,
      output: expect.stringContaining('is not empty'),
    });
  });
});
