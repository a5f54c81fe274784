import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { onTestFinished } from 'vitest';
import { dataConverter } from './keys.ts';
import { findFreePort } from '../../bin/start/ports.ts';
import { cacheFolder } from '../../bin/temporal/cache.ts';
import { findTemporal } from '../../bin/temporal/find.ts';
import { startTemporalServer, serverSettings } from '../../bin/temporal/server.ts';
import type { ServerSettings } from '../../bin/temporal/server.ts';
import { temporalSources } from '../../bin/temporal/sources/index.ts';

/** A Temporal server for one test, in memory; it ends with the test. */
export async function temporalOfItsOwn(dynamicConfig: ServerSettings['dynamicConfig'] = {}) {
  const server = await openTemporal(dynamicConfig);
  onTestFinished(server.stop);
  return server;
}

/**
 * A Temporal server in memory. Call `stop` at the end.
 * @param dynamicConfig settings of the server beyond Baton's own.
 */
export async function openTemporal(dynamicConfig: ServerSettings['dynamicConfig']) {
  const folder = await mkdtemp(join(tmpdir(), 'baton-temporal-'));
  const binary = await findTemporal(temporalSources, {
    cacheFolder: cacheFolder(process.env),
    say: () => undefined,
    platform: `${process.platform}-${process.arch}`,
  });
  const settings = {
    ...serverSettings,
    dynamicConfig: { ...serverSettings.dynamicConfig, ...dynamicConfig },
  };
  const [port, httpPort] = [await findFreePort(), await findFreePort()];
  const server = await startTemporalServer({
    binary,
    folder,
    port,
    httpPort,
    inMemory: true,
    settings,
  });
  const { address } = server;
  const connection = await Connection.connect({ address });
  return {
    address,
    /** Of its HTTP API, which takes requests of any page in a browser where `frontend.httpAllowedHosts` lets it. */
    httpAddress: `http://127.0.0.1:${httpPort}`,
    folder,
    namespace: 'default',
    client: new Client({ connection, dataConverter }),
    async stop() {
      await connection.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
