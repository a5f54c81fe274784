import { inject, onTestFinished } from 'vitest';
import { openDatabase } from '../../db/open.ts';
import { testSealer } from './keyring.ts';
import { createPostgres } from './postgres-database.ts';
import { startTcpProxy } from './tcp-proxy.ts';

const { TEST_DATABASE_URL: server = '' } = process.env;

/** A database that can be taken away; `openDirectly` goes past the proxy. */
export async function proxiedDatabase() {
  const { url, drop } = await createPostgres(server, inject('databaseTemplate').name);
  const proxy = await startTcpProxy(url);
  onTestFinished(async () => {
    await proxy.close();
    await drop();
  });
  return {
    proxy,
    open: () => openDatabase({ url: proxy.through(url), sealer: testSealer }),
    openDirectly: () => openDatabase({ url, sealer: testSealer }),
  };
}
