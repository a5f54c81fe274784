import { afterAll, beforeAll, expect, it } from 'vitest';
import { createArtifacts } from '../../../activities/base/artifacts.ts';
import { createRunRecords } from '../../../activities/records/run-records.ts';
import { approvalRepository } from '../../../db/repositories/runs/approvals.ts';
import { artifactRepository } from '../../../db/repositories/runs/artifacts.ts';
import { budgetRepository } from '../../../db/repositories/models/budgets.ts';
import { runRepository } from '../../../db/repositories/runs/runs.ts';
import { stepRepository } from '../../../db/repositories/runs/steps.ts';
import { openTestDatabase } from '../../support/databases.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('continues every node of a child pipeline whose end was not recorded', async () => {
  const { db } = database;
  const runs = runRepository(db);
  const records = createRunRecords({
    approvals: approvalRepository(db),
    runs,
    steps: stepRepository(db),
    artifacts: createArtifacts(artifactRepository(db)),
    budgets: budgetRepository(db),
    tools: { list: () => [] },
    resolveEffects: [],
    payLost: async () => {},
  });
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
