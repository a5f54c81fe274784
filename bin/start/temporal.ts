import { temporalUiPath } from '../../contracts/temporal/temporal-ui.ts';
import { cacheFolder } from '../temporal/cache.ts';
import { findTemporal } from '../temporal/find.ts';
import { startTemporalServer, waitForPreviousServer } from '../temporal/server.ts';
import { temporalSources } from '../temporal/sources/index.ts';
import type { StartEnvironment } from './env.ts';
import { keepRunning } from './keep-running.ts';
import { findHiddenPlace, requireFreePorts } from './ports.ts';
import type { WantedPort } from './ports.ts';

export type Temporal = {
  address: string;
  /** Where people find its UI; undefined where nobody said where it is. */
  uiUrl: string | undefined;
  /** Where a UI listens that Baton serves. */
  uiUpstream?: string;
  stop(): Promise<void>;
};

/** The port that a Temporal server of our own is asked on; none where `TEMPORAL_ADDRESS` names another. */
export function temporalPorts({
  TEMPORAL_ADDRESS: address,
  BATON_TEMPORAL_PORT: port,
}: StartEnvironment): WantedPort[] {
  if (address) return [];
  return [{ port, use: 'the Temporal server', variable: 'BATON_TEMPORAL_PORT' }];
}

/**
 * Makes sure that a Temporal server of our own can listen, once one of a process that was killed has ended.
 * @throws {PortTaken}
 */
export async function requireTemporalPorts(environment: StartEnvironment): Promise<void> {
  const ports = temporalPorts(environment);
  if (ports.length === 0) return;
  await waitForPreviousServer(environment.BATON_DATA);
  await requireFreePorts(ports);
}

/**
 * The Temporal server to work with: the one that `TEMPORAL_ADDRESS` names, else one of our own, which starts again where
 * it ends by itself.
 * @param told.onRestart is told why, with how long it waits before it starts it.
 * @throws {Error} that says what to do, when there is none.
 */
export async function openTemporal(
  environment: StartEnvironment,
  told: { say: (line: string) => void; onRestart: (reason: string, waitMs: number) => void },
): Promise<Temporal> {
  const { say, onRestart } = told;
  const { TEMPORAL_ADDRESS: address, TEMPORAL_UI_UPSTREAM: givenUpstream } = environment;
  const ownUiUrl = `http://127.0.0.1:${environment.PORT}${temporalUiPath}`;
  if (address) {
    say(`Temporal: the server at ${address} (TEMPORAL_ADDRESS)`);
    return {
      address,
      uiUrl: environment.TEMPORAL_UI_URL ?? (givenUpstream && ownUiUrl),
      ...(givenUpstream && { uiUpstream: givenUpstream }),
      stop: async () => {},
    };
  }
  const { BATON_TEMPORAL_PORT: port, BATON_DATA: folder } = environment;
  const binary = await findTemporal(temporalSources, {
    cacheFolder: cacheFolder(process.env),
    say,
    platform: `${process.platform}-${process.arch}`,
  });
  const namespace = environment.TEMPORAL_NAMESPACE;
  // It asks nobody who they are: whoever uses Baton finds it through Baton alone.
  const ui = await findHiddenPlace();
  const server = await keepRunning({
    start: () => startTemporalServer({ binary, folder, port, ui, namespace, onNotice: say }),
    onEnd({ failure, waitMs }) {
      const reason =
        failure instanceof Error ? failure.message : `Its log is temporal.log in ${folder}`;
      onRestart(reason, waitMs);
    },
  });
  return {
    ...server,
    uiUrl: environment.TEMPORAL_UI_URL ?? ownUiUrl,
    uiUpstream: `http://${ui.host}:${ui.port}`,
  };
}
