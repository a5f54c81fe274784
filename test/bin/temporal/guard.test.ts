import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startGuarded, waitForEnd } from '../../../bin/temporal/guard.ts';

const guardModule = new URL('../../../bin/temporal/guard.ts', import.meta.url).href;

let folder: string;
let record: string;
let output: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-guard-'));
  record = join(folder, 'record');
  output = openSync(join(folder, 'output'), 'w');
});

afterEach(async () => {
  closeSync(output);
  await rm(folder, { recursive: true, force: true });
});

/** Says that it runs, and its process id; ends at SIGTERM unless told to ignore it. */
function command(options: { stubborn?: boolean } = {}): [string, ...string[]] {
  const onTerm = options.stubborn ? "''" : "'echo ended; exit 7'";
  return ['sh', '-c', `trap ${onTerm} TERM; echo "running $$"; while :; do sleep 0.05; done`];
}

async function written(): Promise<string> {
  return readFile(join(folder, 'output'), 'utf8');
}

async function commandRuns(): Promise<boolean> {
  const id = /running (\d+)/.exec(await written())?.[1];
  if (!id) return false;
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
  // A process that ended, and that nobody waited for, still has an id.
  if (stat) return !stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
  return hasProcess(Number(id));
}

function hasProcess(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

/** A process that starts the command under the guard, and then does nothing. */
function startParent(guarded: readonly string[]): ChildProcess {
  const script = `
    import { openSync } from 'node:fs';
    const { startGuarded } = await import(${JSON.stringify(guardModule)});
    const output = openSync(${JSON.stringify(join(folder, 'output'))}, 'a');
    await startGuarded(${JSON.stringify(guarded)}, { output, record: ${JSON.stringify(record)} });
    setInterval(() => {}, 1000);
  `;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
}

test('a stopped command is asked to end, and its exit code is kept', async () => {
  const guarded = await startGuarded(command(), { output, record });
  await expect.poll(commandRuns).toBe(true);
  await guarded.stop();
  expect(await guarded.ended).toBe(7);
  expect(await written()).toContain('ended');
});

test('the record is there as long as the command lives', async () => {
  const guarded = await startGuarded(command(), { output, record });
  await expect.poll(commandRuns).toBe(true);
  expect(existsSync(record)).toBe(true);
  await guarded.stop();
  expect(existsSync(record)).toBe(false);
});

test('a command that ends by itself is reported', async () => {
  const guarded = await startGuarded(['sh', '-c', 'exit 5'], { output, record });
  expect(await guarded.ended).toBe(5);
});

test('SIGKILL of the parent ends the command, and the next process can wait for it', async () => {
  const parent = startParent(command());
  await expect.poll(commandRuns, { timeout: 5_000 }).toBe(true);
  parent.kill('SIGKILL');
  await waitForEnd(record, 5_000);
  expect(await commandRuns()).toBe(false);
  expect(await written()).toContain('ended');
});

test('a command that ignores SIGTERM is killed', async () => {
  const guarded = await startGuarded(command({ stubborn: true }), { output, record });
  await expect.poll(commandRuns).toBe(true);
  await guarded.stop();
  expect(await commandRuns()).toBe(false);
});

test('the command has a process group of its own, which a Ctrl-C in the terminal does not reach', async () => {
  const guarded = await startGuarded(command(), { output, record });
  await expect.poll(commandRuns).toBe(true);
  const group = Number(await readFile(record, 'utf8'));
  expect(() => process.kill(-group, 0)).not.toThrow();
  await guarded.stop();
});

test('without a record there is nothing to wait for', async () => {
  await expect(waitForEnd(join(folder, 'none'), 60_000)).resolves.toBeUndefined();
});
