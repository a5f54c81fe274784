import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import proto from '@temporalio/proto';
import { Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { scheduleIdOf } from '../../contracts/temporal/schedules.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import type { fireTrigger } from '../../workflows/index.ts';
import { dataConverter } from '../support/keys.ts';
import { workflowBundle as readBundle } from '../support/temporal.ts';
import { startHarness } from './support/harness.ts';
import { scenarios } from './support/scenarios.ts';
import type { Scenario } from './support/scenarios.ts';

// Runs that began on an earlier version of the workflows go on on this one. `npm run histories` records
// the scenarios anew; without it, what was recorded is replayed.

const { History } = proto.temporal.api.history.v1;
const folder = join(import.meta.dirname, '../histories');
const recording = process.env['RECORD_HISTORIES'] === '1';

/** What a schedule starts has no pipeline. */
const firing = 'fires-a-trigger.json';

async function recordFiring(): Promise<void> {
  const harness = await startHarness();
  try {
    const run = await harness.client.workflow.start<typeof fireTrigger>('fireTrigger', {
      workflowId: `${scheduleIdOf('desk.every_morning')}-2026-11-27T08:00:00Z`,
      taskQueue: taskQueues.workflows,
      workflowTaskTimeout: '5s',
      args: [{ trigger: 'desk.every_morning' }],
    });
    await run.result();
    await write(firing, await run.fetchHistory());
  } finally {
    await harness.stop();
  }
}

async function write(file: string, fetched: object): Promise<void> {
  const history = History.toObject(History.fromObject(fetched), {
    enums: String,
    bytes: String,
    longs: String,
  });
  await writeFile(join(folder, file), `${JSON.stringify(history, ofThisMachine, 1)}\n`);
}

/** Leaves out what tells of the machine and not of the run. */
function ofThisMachine(key: string, value: unknown): unknown {
  return key === 'identity' || key === 'stackTrace' ? undefined : value;
}

async function record(name: string, scenario: Scenario): Promise<void> {
  const harness = await startHarness(scenario.scripts);
  try {
    const run = await harness.start(scenario.pipeline, scenario.options);
    await scenario.act?.(run, harness.recorded);
    await run.result().catch(() => undefined);
    const paths = ['', ...(scenario.children ?? []).map((path) => `/${path}`)];
    for (const path of paths) {
      const handle = harness.client.workflow.getHandle(`${run.workflowId}${path}`);
      await write(`${name}${path.replaceAll('/', '.')}.json`, await handle.fetchHistory());
    }
  } finally {
    await harness.stop();
  }
}

describe.runIf(recording)('recording', () => {
  it('removes what was recorded before', async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
    await Promise.all(files.map((file) => rm(join(folder, file))));
  });

  it.each(Object.entries<Scenario>(scenarios))('records %s', record, 60_000);

  it('records fires-a-trigger', recordFiring, 60_000);
});

describe('a recorded history', async () => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
  /** What became of each file, by one worker that loads the workflows once. */
  const outcomes = new Map<string, Error | undefined>();
  beforeAll(async () => {
    const histories = files.map(async (file) => ({
      workflowId: file,
      history: History.fromObject(JSON.parse(await readFile(join(folder, file), 'utf8'))),
    }));
    const replays = Worker.runReplayHistories(
      { workflowBundle: await readBundle(), dataConverter },
      await Promise.all(histories),
    );
    for await (const { workflowId, error } of replays) outcomes.set(workflowId, error);
  });

  it.each(files)('%s replays', (file) => {
    expect(outcomes.has(file)).toBe(true);
    expect(outcomes.get(file)).toBeUndefined();
  });

  it('is there for every scenario', () => {
    const wanted = [...Object.keys(scenarios).map((name) => `${name}.json`), firing];
    const missing = wanted.filter((file) => !files.includes(file));
    expect(recording ? [] : missing).toEqual([]);
  });
});
