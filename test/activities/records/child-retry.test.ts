import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createArtifacts } from '../../../activities/base/artifacts.ts';
import { healthAlertRepository } from '../../../db/repositories/health/health-alerts.ts';
import { createRunRecords } from '../../../activities/records/run-records.ts';
import { approvalRepository } from '../../../db/repositories/runs/approvals.ts';
import { artifactRepository } from '../../../db/repositories/runs/artifacts.ts';
import { budgetRepository } from '../../../db/repositories/models/budgets.ts';
import { modelCallRepository } from '../../../db/repositories/models/model-calls.ts';
import { runRepository } from '../../../db/repositories/runs/runs.ts';
import { stepRepository } from '../../../db/repositories/runs/steps.ts';
import type { Database } from '../../../db/open.ts';
import { modelCalls } from '../../../db/schema/index.ts';
import { openTestDatabase } from '../../support/databases.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

function recordsOf(db: Database) {
  const runs = runRepository(db);
  const records = createRunRecords({
    approvals: approvalRepository(db),
    runs,
    steps: stepRepository(db),
    artifacts: createArtifacts(artifactRepository(db)),
    budgets: budgetRepository(db),
    healthAlerts: healthAlertRepository(db),
    modelCalls: modelCallRepository(db),
    tools: { list: () => [] },
    resolveEffects: [],
    payLost: async () => {},
  });
  return { runs, records };
}

it('continues every node of a child pipeline whose end was not recorded', async () => {
  const { db } = database;
  const { runs, records } = recordsOf(db);
  const child = {
    name: 'desk',
    nodes: [{ id: 'send', kind: 'tool', tool: 'http_post', args: {} }],
    edges: [],
  };
  const pipeline = { name: 'whole', nodes: [], edges: [] };
  const compiled = { pipeline, agents: {}, pipelines: { desk: child } } as never;
  await runs.insert({ id: 'run_1', compiled, input: {} });

  const asked = { of: 'run_1', path: 'desk', pipeline: 'desk' };
  const { planChildRetry } = records;
  expect(await planChildRetry(asked)).toEqual({ of: 'run_1', kept: [], continued: ['send'] });

  const ended = [{ id: 'send', kind: 'tool', status: 'completed', port: 'done' }] as const;
  await runs.finishChild({ runId: 'run_1', path: 'desk', nodes: [...ended] });
  expect(await planChildRetry(asked)).toMatchObject({ kept: [{ id: 'send' }], continued: [] });
});

async function book(db: Database, runId: string, nodePath: string, costUsd: string): Promise<void> {
  const tokens = { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0, cacheWriteTokens: 0 };
  await db.insert(modelCalls).values({
    id: randomUUID(),
    source: 'run',
    user: 'operator',
    runId,
    nodePath,
    model: 'openai:gpt-4.1',
    ...tokens,
    reasoningTokens: 0,
    costUsd,
    durationMs: 1,
  });
}

it('says what is left of the money of a loop in a child, over every run that it went on from', async () => {
  const { db } = database;
  const { runs, records } = recordsOf(db);
  const loop = { id: 'again', kind: 'loop', pipeline: 'round', maximumUsd: 1, maximumRounds: 9 };
  const child = { name: 'desk', nodes: [loop], edges: [] };
  const whole = {
    name: 'whole',
    nodes: [{ id: 'desk', kind: 'pipeline', pipeline: 'desk' }],
    edges: [],
  };
  const round = { name: 'round', nodes: [], edges: [] };
  const compiled = {
    pipeline: whole,
    agents: {},
    pipelines: { desk: child, round },
  } as never;
  const stopped = [{ id: 'again', kind: 'loop', status: 'failed' }] as const;
  await runs.insert({ id: 'run_a', compiled, input: {} });
  await runs.finishChild({ runId: 'run_a', path: 'desk', nodes: [...stopped] });
  await book(db, 'run_a', 'desk/again.round-1/say', '0.3');
  await book(db, 'run_a', 'desk/again.round-2/say', '0.2');
  await book(db, 'run_a', 'other/again.round-1/say', '0.4');
  const asked = { path: 'desk', pipeline: 'desk' };
  const plan = (of: string, from?: string) =>
    records.planChildRetry({ of, ...asked, ...(from !== undefined && { from }) });
  expect(await plan('run_a')).toMatchObject({ continued: ['again'], leftUsd: { again: 0.5 } });
  expect(await plan('run_a', 'again.round-2/say')).toMatchObject({ leftUsd: { again: 0.7 } });

  const inside = { node: 'desk', item: '', from: 'again.round-2/say' };
  const retry = { of: 'run_a', kept: [], continued: ['desk'], inside };
  await runs.insert({ id: 'run_b', compiled, input: {}, retry, retryOf: 'run_a' });
  await runs.finishChild({ runId: 'run_b', path: 'desk', nodes: [...stopped] });
  await book(db, 'run_b', 'desk/again.round-2/say', '0.1');
  expect(await plan('run_b')).toMatchObject({ leftUsd: { again: 0.6 } });
});
