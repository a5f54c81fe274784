import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plannersIn } from '../../../activities/planning/planners.ts';
import { createRedactor } from '../../../telemetry/redactor.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-planners-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (source: string) => writeFile(join(folder, 'waves.planner.ts'), source);
const planner = (member: string) => write(`export default { name: 'waves', ${member} };`);

const input = {
  task: 'Look at SPX',
  agent: { name: 'surfer', role: 'Surfer', instructions: 'Surf.' },
  tools: [],
  delegates: {},
};

function plan(timeMs = 20_000, signal = new AbortController().signal) {
  const { text } = createRedactor({ API_KEY: 'very-secret-key' });
  return plannersIn(folder, text).plan('waves', input, { timeMs, signal });
}

describe('a planner of the user', () => {
  it('plans with what it is given', async () => {
    await planner(`plan: async ({ task }) => ({ steps: [{ text: task }] })`);
    expect(await plan()).toEqual({ steps: [{ text: 'Look at SPX' }] });
  });

  it('uses the current version of its file', async () => {
    await planner(`plan: () => ({ steps: [{ text: 'old' }] })`);
    await plan();
    await planner(`plan: () => ({ steps: [{ text: 'new' }] })`);
    expect(await plan()).toEqual({ steps: [{ text: 'new' }] });
  });

  it.each([
    ['throws', `plan() { throw new Error('no wind'); }`, 'no wind'],
    ['never ends its turn', `plan() { for (;;); }`, 'exceeded its limit of 1 s'],
    ['waits for what never comes', `plan: () => new Promise(() => {})`, 'without an answer'],
    ['ends its process', `plan() { process.exit(1); }`, 'without an answer'],
    [
      'takes all memory',
      `plan() { const all = []; for (;;) all.push(new Array(1e6).fill({})); }`,
      'memory',
    ],
    [
      'throws a secret',
      `plan() { throw new Error('refused: very-secret-key'); }`,
      'refused: [key]',
    ],
  ])('that %s fails alone', async (what, source, message) => {
    await planner(source);
    // Only what never ends is to meet its limit: on a busy machine the others may take seconds.
    const timeMs = what === 'never ends its turn' ? 1_000 : 60_000;
    await expect(plan(timeMs)).rejects.toThrow(message);
  });

  it('may leave a failing promise unawaited', async () => {
    await planner(
      `plan() { Promise.reject(new Error('late')); return { steps: [{ text: 'x' }] }; }`,
    );
    const planned = await plan().catch((error: Error) => error.message);
    expect(['it crashed: late', JSON.stringify({ steps: [{ text: 'x' }] })]).toContain(
      typeof planned === 'string' ? planned : JSON.stringify(planned),
    );
  });

  it('is stopped when nobody waits for it any more', async () => {
    await planner(`plan() { for (;;); }`);
    const controller = new AbortController();
    const planned = plan(20_000, controller.signal);
    controller.abort();
    await expect(planned).rejects.toThrow('it was stopped');
  });
});

describe('the files of planners', () => {
  const check = () => plannersIn(folder).check();

  it('are none where there is no folder', async () => {
    expect(await plannersIn(join(folder, 'nowhere')).check()).toEqual({ names: [], problems: [] });
  });

  it.each([
    ['no planner', `export default { name: 'waves' };`, 'plan: must be a function', 1],
    ['another name', `export default { name: 'tides', plan() {} };`, 'its file is named waves', 1],
    ['an error at its third line', `\n\nthrow new Error('broken');`, 'broken', 3],
    ['a wait that never ends', `await new Promise(() => {});`, 'without an answer', 1],
  ])('with %s are reported, and the others can be used', async (_what, source, message, line) => {
    await write(source);
    await writeFile(
      join(folder, 'fine.planner.ts'),
      `export default { name: 'fine', plan: () => ({ steps: [] }) };`,
    );
    const { names, problems } = await check();
    expect(names).toEqual(['fine']);
    expect(problems).toEqual([
      expect.objectContaining({
        file: join(folder, 'waves.planner.ts'),
        line,
        message: expect.stringContaining(message),
      }),
    ]);
  });

  it('are looked at again when they have changed', async () => {
    await write(`export default 1;`);
    const planners = plannersIn(folder);
    expect((await planners.check()).names).toEqual([]);
    await planner(`plan: () => ({ steps: [] })`);
    await utimes(join(folder, 'waves.planner.ts'), 1, 1);
    expect((await planners.check()).names).toEqual(['waves']);
  });
});
