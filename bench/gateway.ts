import { startTemporalServer } from '../bin/temporal/server.ts';
import { findFreePort } from '../bin/start/ports.ts';
import { throughput, timeCalls } from './gateway/load.ts';
import type { Target } from './gateway/load.ts';
import { startBaton, startPortkey, startProvider } from './gateway/start-processes.ts';
import { gatewayTable } from './gateway/table.ts';
import type { Samples } from './gateway/table.ts';
import type { Bench, Result } from './measurement.ts';
import { median } from './support/statistics.ts';

const rounds = 4;
const calls = 100;
const load = { calls: 400, concurrency: 20 };
const warmUp = { calls: 100, concurrency: 20 };

/**
 * What the gateway adds to a call: against the provider itself, against the same route without Temporal, and
 * against Portkey's gateway, all on this machine with a provider that answers at once.
 */
export async function gateway({ binary, folder, cleanup }: Bench): Promise<Result[]> {
  const temporal = await startTemporalServer({ binary, folder, port: await findFreePort() });
  cleanup.add(temporal.stop);
  const provider = await startProvider(cleanup);
  const targets = {
    direct: provider,
    baton: await startBaton(cleanup, provider, temporal.address),
    inProcess: await startBaton(cleanup, provider),
    portkey: await startPortkey(cleanup, provider),
  } satisfies Record<keyof Samples, Target>;
  const samples = await measure(targets);
  console.log(['', ...gatewayTable(samples, { ...load, date: new Date() }), ''].join('\n'));
  return [
    {
      name: 'added by the gateway',
      figure: median(samples.baton.addedMs) / 1000,
      unit: 's',
      target: 0.05,
      details: [
        `median of ${rounds * calls} calls, one after the other, less that of calls to the provider itself`,
      ],
      spread: samples.baton.addedMs.map((milliseconds) => milliseconds / 1000),
      samples: Object.fromEntries(
        Object.entries(samples).flatMap(([name, { latenciesMs, perSecond }]) => [
          [`${name}Ms`, latenciesMs],
          [`${name}PerSecond`, perSecond],
        ]),
      ),
    },
  ];
}

type Targets = Record<keyof Samples, Target>;

/** Rounds in which each target has its turn, so that a drift of the machine falls on all alike. */
async function measure(targets: Targets): Promise<Samples> {
  const names = Object.keys(targets) as (keyof Samples)[];
  const samples = Object.fromEntries(
    names.map((name) => [name, { latenciesMs: [], addedMs: [], perSecond: [] }]),
  ) as unknown as Samples;
  for (const name of names) await throughput(targets[name], warmUp);
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : names.toReversed();
    const medians = new Map<keyof Samples, number>();
    for (const name of order) {
      const latencies = await timeCalls(targets[name], calls);
      samples[name].latenciesMs.push(...latencies);
      medians.set(name, median(latencies));
    }
    for (const name of order) {
      samples[name].addedMs.push((medians.get(name) ?? 0) - (medians.get('direct') ?? 0));
      samples[name].perSecond.push(await throughput(targets[name], load));
    }
  }
  return samples;
}
