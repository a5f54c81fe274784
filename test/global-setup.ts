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
  const folder = await mkdtemp(join(tmpdir(), 'baton-test-'));
  const server = await start(folder).catch((error: Error) => ({ problem: error.message }));
  project.provide('temporal', 'problem' in server ? server : { address: server.address });
  return async () => {
    if ('stop' in server) await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function start(folder: string) {
  const { TEMPORAL_ADDRESS: address } = process.env;
  if (address) return { address };
  const binary = await findTemporal(temporalSources, {
    cacheFolder: cacheFolder(process.env),
    say: (line) => console.log(line),
    platform: `${process.platform}-${process.arch}`,
  });
  const port = await findFreePort();
  return startTemporalServer({ binary, folder, port, inMemory: true });
}
