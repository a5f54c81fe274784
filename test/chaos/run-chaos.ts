import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createShutdown } from '../../bin/start/shutdown.ts';
import type { Shutdown } from '../../bin/start/shutdown.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { createApiClient } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { injectFaults } from './inject.ts';
import { startEmbedded } from './fleet/embedded.ts';
import { startProduction } from './fleet/production.ts';
import type { Fleet, Outside } from './fleet/fleet.ts';
import { countCases } from './ledger/count.ts';
import type { Case } from './ledger/count.ts';
import { gatherEvidence } from './ledger/evidence.ts';
import type { Evidence } from './ledger/evidence.ts';
import { startLoad } from './load/load.ts';
import type { Load } from './load/load.ts';
import { startProvider } from './outside/provider.ts';
import { startReceiver } from './outside/receiver.ts';
import { planFaults } from './plan.ts';
import type { Column } from './plan.ts';
import { createRandom } from './random.ts';

export type ChaosOptions = {
  seed: number;
  column: Column;
  faults: number;
  minutes: number;
  /** Jobs at a time. */
  atOnce: number;
  /** How long everything may take to end after the last fault, before what has not counts as stuck. */
  settleMinutes: number;
  /** Targets that are left alone. */
  without?: readonly string[];
  say: (line: string) => void;
  /** Ends it early, and leaves nothing behind. */
  signal?: AbortSignal;
  /** Given the paths of Baton's logs before they are deleted, also where it ends early. */
  keepLogs?: (logs: readonly string[]) => Promise<void>;
  /** Puts into the embedded Baton's folder what its first start would make. */
  prepare?: (folder: string) => Promise<void>;
};

const lookEveryMs = 500;

export type ChaosReport = { cases: Case[]; evidence: Evidence; remarks: string[] };

/**
 * Gives a Baton work, breaks what it needs by a seeded plan, waits until everything is back, and compares.
 * @throws {Error} where Baton does not become ready again.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, column, faults, minutes, atOnce, say, signal } = options;
  const cleanup = createShutdown((error) => say(`While stopping: ${String(error)}`));
  const folder = await mkdtemp(join(tmpdir(), 'baton-chaos-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  try {
    const provider = await startProvider(createRandom(seed + 1));
    cleanup.add(provider.close);
    const receiver = await startReceiver();
    cleanup.add(receiver.close);
    const outside: Outside = {
      provider: await startTcpProxy(provider.port),
      receiver: await startTcpProxy(receiver.port),
    };
    cleanup.add(outside.provider.close);
    cleanup.add(outside.receiver.close);
    const fleet = await startFleet(options, { folder, outside, cleanup });
    cleanup.add(() => options.keepLogs?.(fleet.logs));
    const withoutDisk = column === 'embedded' && !('disk' in fleet.targets) ? ['disk'] : [];
    if (withoutDisk.length > 0) say('The disk is not filled: only root may mount one of its own.');
    const without = [...(options.without ?? []), ...withoutDisk];
    const plan = planFaults({ seed, column, faults, minutes, without });
    await fleet.ready();
    say(`Ready at ${fleet.url}`);

    let isOver = false;
    const client = createApiClient(fleet, () => isOver);
    const load = await startLoad({
      client,
      random: createRandom(seed + 2),
      seed,
      atOnce,
      receiver: `http://127.0.0.1:${outside.receiver.port}`,
    });
    cleanup.add(() => {
      isOver = true;
      return load.close();
    });
    const injected = await injectFaults(plan, fleet, { say, signal });
    load.stop();
    await fleet.ready();
    say(`All is back; ${load.open().length} jobs are open`);
    await untilSettled(load, client, options);
    await load.close();
    const evidence = await gatherEvidence({
      client,
      promised: load.promised,
      questions: provider.questions,
      received: receiver.received,
      injected,
    });
    const remarks = [...fleet.remarks, ...client.unexpected];
    return { cases: countCases(evidence), evidence, remarks };
  } finally {
    await cleanup.stop();
  }
}

async function startFleet(
  { column, without = [], prepare, say }: ChaosOptions,
  given: { folder: string; outside: Outside; cleanup: Shutdown },
): Promise<Fleet> {
  if (column === 'production') return startProduction({ ...given, say });
  const withDisk = !without.includes('disk');
  const fleet = await startEmbedded({ ...given, withDisk, ...(prepare && { prepare }) });
  given.cleanup.add(fleet.close);
  return fleet;
}

/** Waits until all jobs have ended and all webhooks are delivered, or until what has not is stuck. */
async function untilSettled(
  load: Load,
  client: ApiClient,
  { settleMinutes, signal }: Pick<ChaosOptions, 'settleMinutes' | 'signal'>,
): Promise<void> {
  const deadline = Date.now() + settleMinutes * 60_000;
  const isSettled = async () => {
    if (load.open().length > 0) return false;
    const notifications = await client.all('/api/v1/notifications');
    const deliveries = notifications.flatMap((notification) => notification.deliveries);
    return deliveries.every(({ status }) => status !== 'pending');
  };
  while (!(await isSettled()) && Date.now() < deadline) {
    await delay(lookEveryMs, undefined, { signal });
  }
}
