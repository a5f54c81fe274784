import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActivities, createDependencies } from '../../activities/index.ts';
import { createModelCallers } from '../../activities/models/create-model-caller.ts';
import { plannersIn } from '../../activities/planning/planners.ts';
import { createPrices } from '../../activities/models/prices/prices.ts';
import type { ModelRouter } from '../../activities/models/routing/router.ts';
import { createMemoryBus } from '../../bus/memory.ts';
import type { BudgetSettings } from '../../contracts/budget.ts';
import { noUsage } from '../../contracts/messages.ts';
import { taskQueues } from '../../contracts/task-queues.ts';
import { openDatabase } from '../../db/open.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { modelCallRepository } from '../../db/repositories/model-calls.ts';
import { runRepository } from '../../db/repositories/runs.ts';
import { approvalRepository } from '../../db/repositories/approvals.ts';
import { resolveApproval } from '../../workflows/messages.ts';
import type { runPipeline } from '../../workflows/index.ts';
import { lexicalMemory } from '../support/memory.ts';
import { runInput, startHarness } from './support/harness.ts';
import { noSenders } from '../support/senders.ts';

// 2.50 USD for a million tokens that it reads, 10 USD for a million that it writes.
const model = 'openai:gpt-4o';

let database: OpenDatabase;
/** Runs go on at their own pace. */
const patiently = { timeout: 10_000 };

let harness: Awaited<ReturnType<typeof startHarness>>;
let answers: number;

/** Writes as much as it is paid for. */
const router = {
  defaultChain: [model],
  missing: () => [],
  async chat(_chain, { maximumOutputTokens = 4_096 }) {
    answers += 1;
    return {
      text: `answer ${answers}`,
      toolCalls: [],
      finish: 'stop',
      usage: { ...noUsage, inputTokens: 1, outputTokens: maximumOutputTokens },
      model,
      attempts: [{ model, status: 'answered', durationMs: 1 }],
    };
  },
  embed: () => Promise.reject(new Error('no embeddings here')),
} satisfies ModelRouter & Record<string, unknown>;

beforeEach(async () => {
  answers = 0;
  database = await openDatabase({});
  const { db } = database;
  const dependencies = createDependencies({
    db,
    models: { ...router, providers: { openai: { missing: null } } },
    ...createModelCallers({ router, db, prices: createPrices() }),
    memory: lexicalMemory(db),
    bus: createMemoryBus(),
    tools: {
      terms: { plan: 'premium' },
      list: () => [],
      find: () => undefined,
      label: (name) => name,
      run: () => Promise.reject(new Error('no tools here')),
    },
    senders: noSenders,
    planners: plannersIn(''),
  });
  harness = await startHarness({}, createActivities(dependencies));
});
afterEach(async () => {
  await harness.stop();
  await database.close();
});

/** A run of three model nodes, one after the other. */
async function start(budget: BudgetSettings) {
  const ids = ['first', 'second', 'third'];
  const runId = `run_${randomUUID()}`;
  const input = runInput(
    {
      nodes: ids.map((id) => ({ id, kind: 'model', prompt: 'Write' })),
      edges: [
        { from: 'first', to: 'second' },
        { from: 'second', to: 'third' },
      ],
    },
    { runId },
  );
  const { compiled } = input;
  await runRepository(database.db).insert({ id: runId, compiled, input: {}, budget });
  return harness.client.workflow.start<typeof runPipeline>('runPipeline', {
    workflowId: runId,
    taskQueue: taskQueues.workflows,
    workflowTaskTimeout: '5s',
    args: [input],
  });
}

describe('a run whose budget is used up', () => {
  it('says in its record where it stopped, with what was done and spent', async () => {
    const run = await start({ usd: 0.01, onLimit: 'stop', cheaperModels: [] });
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    const record = await runRepository(database.db).get(run.workflowId);
    expect(record).toMatchObject({
      status: 'failed',
      error: {
        node: 'second',
        type: 'BudgetExceeded',
        message: expect.stringMatching(
          /^second stopped before its model call 1: The budget of run \S+ does not allow this call: of 0\.01 USD, 0\.00\d+ are spent/,
        ),
      },
      partial: { nodes: { first: { text: 'answer 1' } }, done: ['first · turn 1 · model call'] },
      nodes: [
        { id: 'first', status: 'completed' },
        { id: 'second', status: 'failed' },
        { id: 'third', status: 'pending' },
      ],
    });
    const { calls, costUsd } = await modelCallRepository(database.db).ofRun(run.workflowId);
    expect(calls).toBe(1);
    expect(Number(costUsd)).toBeGreaterThan(0.005);
    expect(Number(costUsd)).toBeLessThanOrEqual(0.01);
  });

  it('goes on as far as a person allows', async () => {
    const run = await start({ usd: 0.01, onLimit: 'ask', cheaperModels: [] });
    const approvals = approvalRepository(database.db);
    const approvalId = `${run.workflowId}.second.budget-1`;
    await expect
      .poll(async () => (await approvals.get(approvalId))?.status, patiently)
      .toBe('pending');
    expect((await runRepository(database.db).get(run.workflowId))?.status).toBe('waiting');
    await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
    const next = `${run.workflowId}.third.budget-1`;
    await expect
      .poll(async () => (await approvals.get(next))?.title, patiently)
      .toBe('third: go on beyond 0.02 USD?');
    await run.signal(resolveApproval, { approvalId: next, decision: 'reject', by: 'operator' });
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(await approvals.get(approvalId)).toMatchObject({ status: 'approved' });
    expect(await runRepository(database.db).get(run.workflowId)).toMatchObject({
      status: 'failed',
      error: { node: 'third', type: 'BudgetExceeded' },
      partial: { nodes: { first: { text: 'answer 1' }, second: { text: 'answer 2' } } },
    });
    const { calls, costUsd } = await modelCallRepository(database.db).ofRun(run.workflowId);
    expect(calls).toBe(2);
    expect(Number(costUsd)).toBeLessThanOrEqual(0.02);
  });
});
