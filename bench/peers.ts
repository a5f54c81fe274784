import { once } from 'node:events';
import { fork, spawn } from 'node:child_process';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../test/support/postgres.mjs';
import { findFreePort } from '../bin/start/ports.ts';
import { startTemporalServer } from '../bin/temporal/server.ts';
import { startMockModel, taskOf } from './agents/mock-model.ts';
import type { MockModel } from './agents/mock-model.ts';
import { startBaton } from './agents/start-baton.ts';
import type { Usage } from './agents/serve.ts';
import type { Bench, Result } from './measurement.ts';
import { newDatabase } from './support/new-database.ts';
import type { Store } from './support/new-database.ts';
import { median } from './support/statistics.ts';

/** The same work for each: agents of one tool whose model answers at once; then one whose conversation becomes long. */
const loads = {
  short: { agents: 10, turns: 20, characters: 0 },
  long: { agents: 1, turns: 200, characters: 8 * 1024 },
} as const;
type LoadName = keyof typeof loads;
/** An even number: every second round goes the other way, so that a drift of the machine falls on all alike. */
const rounds = 2;

const names = {
  baton: 'Baton, PostgreSQL',
  langgraph: 'LangGraph.js, PostgreSQL',
  mastra: 'Mastra, LibSQL',
  dbos: 'a loop on DBOS, PostgreSQL',
} as const;
type Name = keyof typeof names;

/** One agent's task. */
type Work = { task: string; turns: number; id: string };
type Peer = {
  /** Does all of it at once. Gives what its process has used until then. */
  work(agents: Work[]): Promise<Usage>;
  /** Bytes that it has stored. */
  stored(): Promise<number>;
};
type Figures = { turnsPerSecond: number; cpuMs: number; megabytes: number; stored: number };

const peersFolder = fileURLToPath(new URL('peers/', import.meta.url));

/** Baton beside others that keep the state of agents, with the same agents, model and machine. */
export async function peers(bench: Bench): Promise<Result[]> {
  await install();
  const postgres = startPostgres((line) => console.log(line));
  if (!postgres) throw new Error('Install PostgreSQL, or name a server in TEST_DATABASE_URL.');
  bench.cleanup.add(async () => postgres.stop());
  const model = await startMockModel(bench.cleanup);
  const started = {
    baton: await openBaton(bench, model, await newDatabase(bench, postgres.url)),
    langgraph: await openPeer(bench, model, 'langgraph', await newDatabase(bench, postgres.url)),
    mastra: await openPeer(bench, model, 'mastra'),
    dbos: await openPeer(bench, model, 'dbos', await newDatabase(bench, postgres.url)),
  } satisfies Record<Name, Peer>;
  for (const peer of Object.values(started)) await runLoad(peer, model, 'short', 'warm-up');
  const measured = {
    short: await measure(started, model, 'short'),
    long: await measure(started, model, 'long'),
  };
  console.log(['', ...table(measured), ''].join('\n'));
  return (Object.keys(loads) as LoadName[]).map((load) => resultOf(load, measured[load]));
}

async function measure(started: Record<Name, Peer>, model: MockModel, load: LoadName) {
  const order = Object.keys(names) as Name[];
  const samples = new Map<Name, Figures[]>(order.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? order : order.toReversed()) {
      const figures = await runLoad(started[name], model, load, `round ${round}`);
      console.log(`${names[name]}, ${load}: ${figures.turnsPerSecond.toFixed(1)} turns a second`);
      samples.get(name)?.push(figures);
    }
  }
  return samples;
}

async function runLoad(
  peer: Peer,
  model: MockModel,
  load: LoadName,
  mark: string,
): Promise<Figures> {
  const { agents, turns, characters } = loads[load];
  model.characters = characters;
  const work = Array.from({ length: agents }, (_, index) => {
    const id = `${load} ${mark} ${index}`;
    return { id, turns, task: taskOf(turns, id) };
  });
  const asked = model.asked;
  const [stored, before] = [await peer.stored(), await peer.work([])];
  const begin = performance.now();
  const { cpuMs, bytes } = await peer.work(work);
  const seconds = (performance.now() - begin) / 1000;
  const count = agents * turns;
  if (model.asked - asked !== count) {
    throw new Error(`A peer took ${model.asked - asked} turns where ${count} were meant.`);
  }
  return {
    turnsPerSecond: count / seconds,
    cpuMs: (cpuMs - before.cpuMs) / count,
    megabytes: bytes / 1024 ** 2,
    stored: (await peer.stored()) - stored,
  };
}

type Measured = Map<Name, Figures[]>;

/** The lines of a Markdown table. */
function table(measured: Record<LoadName, Measured>): string[] {
  const heads = [
    '',
    ...Object.keys(loads).flatMap((load) => columns.map((one) => `${load}: ${one.head}`)),
  ];
  const rows = (Object.keys(names) as Name[]).map((name) => [
    names[name],
    ...Object.values(measured).flatMap((one) =>
      columns.map(({ figure, digits }) => middle(one, name, figure).toFixed(digits)),
    ),
  ]);
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}

const columns: { head: string; digits: number; figure: (figures: Figures) => number }[] = [
  { head: 'turns a second', digits: 1, figure: ({ turnsPerSecond }) => turnsPerSecond },
  { head: 'CPU of its process a turn, ms', digits: 1, figure: ({ cpuMs }) => cpuMs },
  { head: 'memory, MB', digits: 0, figure: ({ megabytes }) => megabytes },
  { head: 'stored, MB', digits: 2, figure: ({ stored }) => stored / 1024 ** 2 },
];

function middle(measured: Measured, name: Name, figure: (figures: Figures) => number): number {
  return median((measured.get(name) ?? []).map(figure));
}

function resultOf(load: LoadName, measured: Measured): Result {
  const speed = (name: Name) => middle(measured, name, ({ turnsPerSecond }) => turnsPerSecond);
  const { agents, turns, characters } = loads[load];
  return {
    name: `${agents} agents of ${turns} turns of ${characters} characters: LangGraph's turns a second to Baton's`,
    figure: speed('langgraph') / speed('baton'),
    unit: '×',
    target: load === 'short' ? 2.5 : 1,
    details: (Object.keys(names) as Name[]).map(
      (name) => `${names[name]}: ${speed(name).toFixed(1)} turns a second`,
    ),
    spread: [],
    samples: Object.fromEntries(
      [...measured].map(([name, all]) => [name, all.map(({ turnsPerSecond }) => turnsPerSecond)]),
    ),
  };
}

async function openBaton(bench: Bench, model: MockModel, database: Store): Promise<Peer> {
  const { binary, folder, cleanup } = bench;
  const temporal = await startTemporalServer({ binary, folder, port: await findFreePort() });
  cleanup.add(temporal.stop);
  const baton = await startBaton(cleanup, {
    temporalAddress: temporal.address,
    modelUrl: model.url,
    databaseUrl: database.url,
  });
  return {
    async work(agents) {
      await Promise.all(agents.map(({ turns, id }) => baton.work(turns, id)));
      return baton.usage();
    },
    stored: async () => (await database.stored()) + (await bytesIn(folder)),
  };
}

/** A program of the peers' folder, with a database of PostgreSQL or a folder of its own. */
async function openPeer(
  { folder, cleanup }: Bench,
  model: MockModel,
  name: Name,
  database?: Store,
): Promise<Peer> {
  const own = join(folder, name);
  await mkdir(own);
  const child = fork(join(peersFolder, `${name}.mjs`));
  cleanup.add(() => child.kill('SIGKILL'));
  child.send({ modelUrl: model.url, folder: own, ...(database && { databaseUrl: database.url }) });
  await once(child, 'message');
  return {
    async work(agents) {
      child.send({ agents });
      const [answer] = (await once(child, 'message')) as [Usage | { failed: string }];
      if ('failed' in answer) throw new Error(`${names[name]}: ${answer.failed}`);
      return answer;
    },
    stored: database ? database.stored : async () => bytesIn(own),
  };
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true });
  const sizes = await Promise.all(
    entries.filter((one) => one.isFile()).map(async ({ name }) => stat(join(folder, name))),
  );
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** The peers are no part of Baton: they have a folder, a lock and versions of their own. */
async function install(): Promise<void> {
  const npm = spawn('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: peersFolder,
    stdio: 'inherit',
  });
  const [code] = (await once(npm, 'exit')) as [number];
  if (code !== 0) throw new Error('The peers could not be installed; see above.');
}
