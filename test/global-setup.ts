import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findFreePort } from '../bin/start/ports.ts';
import { cacheFolder } from '../bin/temporal/cache.ts';
import { findTemporal } from '../bin/temporal/find.ts';
import { startTemporalServer } from '../bin/temporal/server.ts';
import { temporalSources } from '../bin/temporal/sources/index.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The Temporal server of this test run, or why there is none. */
    temporal: { address: string } | { problem: string };
  }
}

/** Starts one Temporal server, in memory, for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTemporal().catch((error: Error) => ({ problem: error.message }));
  if ('problem' in server) {
    project.provide('temporal', server);
    return async () => {};
  }
  project.provide('temporal', { address: server.address });
  return server.stop;
}

/** A Temporal server in memory, or the one that `TEMPORAL_ADDRESS` names. */
export async function startTemporal(): Promise<{ address: string; stop: () => Promise<void> }> {
  const { TEMPORAL_ADDRESS: given } = process.env;
  if (given) return { address: given, stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), 'baton-test-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const binary = await findTemporal(temporalSources, {
      cacheFolder: cacheFolder(process.env),
      say: (line) => console.log(line),
      platform: `${process.platform}-${process.arch}`,
    });
    const port = await findFreePort();
    const { address, stop } = await startTemporalServer({ binary, folder, port, inMemory: true });
    return { address, stop: () => stop().then(removeFolder) };
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
