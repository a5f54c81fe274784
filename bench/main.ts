import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Runtime } from '@temporalio/worker';
import { Argument, Command } from 'commander';
import { createShutdown } from '../bin/start/shutdown.ts';
import { cacheFolder } from '../bin/temporal/cache.ts';
import { findTemporal } from '../bin/temporal/find.ts';
import { temporalSources } from '../bin/temporal/sources/index.ts';
import { agent } from './agent.ts';
import { agents } from './agents.ts';
import { gateway } from './gateway.ts';
import { interpreter } from './interpreter.ts';
import { limits } from './limits.ts';
import type { Measurement, Result } from './measurement.ts';
import { peers } from './peers.ts';
import { recovery } from './recovery.ts';
import { scale } from './scale.ts';
import { schedules } from './schedules.ts';
import { server } from './server.ts';
import { starts } from './starts.ts';
import { stream } from './stream.ts';
import { logger } from './support/logger.ts';
import { describeMachine } from './support/machine.ts';
import type { Machine } from './support/machine.ts';
import { reportLines } from './support/table.ts';
import { tools } from './tools.ts';
import { web } from './web.ts';

const measurements = {
  interpreter,
  server,
  agent,
  agents,
  starts,
  recovery,
  gateway,
  limits,
  peers,
  scale,
  schedules,
  stream,
  tools,
  web,
} satisfies Record<string, Measurement>;
type Name = keyof typeof measurements;
const names = Object.keys(measurements) as Name[];
/** They need PostgreSQL, a network to be installed, or many minutes: they are measured when asked for. */
const usual = names.filter((name) => !['peers', 'scale', 'schedules'].includes(name));

const resultsFolder = join('.baton', 'bench');
const cleanup = createShutdown((error) => console.error('While stopping:', error));

async function main(what: Name | 'all'): Promise<void> {
  Runtime.install({ logger, shutdownSignals: [] });
  const binary = await findTemporal(temporalSources, {
    cacheFolder: cacheFolder(process.env),
    say: (line) => console.log(line),
    platform: `${process.platform}-${process.arch}`,
  });
  const machine = await describeMachine(binary);
  const results: Result[] = [];
  for (const name of what === 'all' ? usual : [what]) {
    console.log(`Measuring ${name} …`);
    results.push(...(await measure(measurements[name], binary)));
  }
  console.log(['', ...reportLines(machine, results)].join('\n'));
  console.log(`Written to ${await save(machine, results)}`);
}

async function measure(measurement: Measurement, binary: string): Promise<Result[]> {
  const own = createShutdown((error) => console.error('While stopping:', error));
  cleanup.add(own.stop);
  const folder = await mkdtemp(join(tmpdir(), 'baton-bench-'));
  own.add(() => rm(folder, { recursive: true, force: true }));
  try {
    return await measurement({ binary, folder, cleanup: own });
  } finally {
    await own.stop();
  }
}

async function save(machine: Machine, results: readonly Result[]): Promise<string> {
  await mkdir(resultsFolder, { recursive: true });
  const file = join(resultsFolder, `${machine.date.replaceAll(':', '-')}.json`);
  await writeFile(file, `${JSON.stringify({ machine, results }, null, 2)}\n`);
  return file;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.stop().then(() => process.exit(130)));
}
await new Command('bench')
  .description(
    'Measures Baton on this machine; about seven minutes for everything but peers, scale and schedules',
  )
  .addArgument(new Argument('[what]').choices([...names, 'all']).default('all'))
  .action(main)
  .parseAsync();
