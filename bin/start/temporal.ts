import { cacheFolder } from '../temporal/cache.ts';
import { findTemporal } from '../temporal/find.ts';
import { startTemporalServer, waitForPreviousServer } from '../temporal/server.ts';
import { temporalSources } from '../temporal/sources/index.ts';
import { uiPortOffset, type StartEnvironment } from './env.ts';
import { requireFreePorts } from './ports.ts';

export type Temporal = {
  address: string;
  /** Undefined where nobody said where it is. */
  uiUrl: string | undefined;
  /** Settles when our own server ended; never for one that is not ours. */
  ended: Promise<unknown>;
  stop(): Promise<void>;
};

/**
 * The Temporal server to work with: the one that `TEMPORAL_ADDRESS` names, else one of our own.
 * @throws {Error} that says what to do, when there is none.
 */
export async function openTemporal(
  environment: StartEnvironment,
  say: (line: string) => void,
): Promise<Temporal> {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_UI_URL: givenUiUrl } = environment;
  if (address) {
    say(`Temporal: the server at ${address} (TEMPORAL_ADDRESS)`);
    return { address, uiUrl: givenUiUrl, ended: new Promise(() => {}), stop: async () => {} };
  }
  const { BATON_TEMPORAL_PORT: port, BATON_DATA: folder } = environment;
  const uiPort = port + uiPortOffset;
  const variable = 'BATON_TEMPORAL_PORT';
  await waitForPreviousServer(folder);
  await requireFreePorts([
    { port, use: 'the Temporal server', variable },
    { port: uiPort, use: `the Temporal UI (${variable} and ${uiPortOffset})`, variable },
  ]);
  const binary = await findTemporal(temporalSources, {
    cacheFolder: cacheFolder(process.env),
    say,
    platform: `${process.platform}-${process.arch}`,
  });
  const namespace = environment.TEMPORAL_NAMESPACE;
  const server = await startTemporalServer({ binary, folder, port, uiPort, namespace });
  return { ...server, uiUrl: givenUiUrl ?? `http://127.0.0.1:${uiPort}` };
}
