import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../bin/temporal/command.ts';

const packageLock = fileURLToPath(new URL('../../package-lock.json', import.meta.url));

/** What figures have to be read with. */
export type Machine = {
  /** ISO 8601. */
  date: string;
  cores: number;
  processor: string;
  /** Processes that wanted a core in the last minute, ours aside. */
  load: number;
  node: string;
  temporal: string;
  sdk: string;
};

export async function describeMachine(binary: string): Promise<Machine> {
  const { packages } = JSON.parse(await readFile(packageLock, 'utf8'));
  return {
    date: new Date().toISOString(),
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    load: loadavg()[0] ?? Number.NaN,
    node: process.versions.node,
    temporal: (await runCommand(binary, ['--version'], { timeoutMs: 5_000 })).trim(),
    sdk: packages['node_modules/@temporalio/worker'].version,
  };
}
