import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createActivities, createDependencies } from '../../activities/index.ts';
import { createModelCallers } from '../../activities/models/create-model-caller.ts';
import { plannersIn } from '../../activities/planning/planners.ts';
import { createPrices } from '../../activities/models/pay/prices/prices.ts';
import type { ModelRouter } from '../../activities/models/router.ts';
import { createMemoryBus } from '../../bus/create-bus.ts';
import { agentSchema } from '../../contracts/agents/index.ts';
import type { BudgetSettings } from '../../contracts/models/budget.ts';
import { noUsage } from '../../contracts/models/messages.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { budgetRepository } from '../../db/repositories/models/budgets.ts';
import { modelCallRepository } from '../../db/repositories/models/model-calls.ts';
import { runRepository } from '../../db/repositories/runs/runs.ts';
import { approvalRepository } from '../../db/repositories/runs/approvals.ts';
import { resolveApproval } from '../../workflows/messages.ts';
import type { runPipeline } from '../../workflows/index.ts';
import { lexicalMemory } from '../support/memory.ts';
import { runInput, startHarness } from './support/harness.ts';
import type { PipelineParts } from './support/harness.ts';
import { noSenders } from '../support/senders.ts';
import { openTestDatabase } from '../support/databases.ts';
import { testKeyring } from '../support/keyring.ts';

// 2.50 USD for a million tokens that it reads, 10 USD for a million that it writes.
const model = 'openai:gpt-4o';

let database: OpenDatabase;
/** Runs go on at their own pace. */
const patiently = { timeout: 10_000 };

let harness: Awaited<ReturnType<typeof startHarness>>;
let answers: number;
/** The most tokens that an answer has. */
let longest: number;
/** Told before each answer. */
let asked: () => Promise<void>;

/** Writes as much as it is paid for, up to the longest answer. */
const router = {
  defaultChain: [model],
  missing: () => [],
  keepsConversations: () => false,
  async chat(_chain, { maximumOutputTokens = 4_096 }) {
    answers += 1;
    await asked();
    return {
      text: `answer ${answers}`,
      toolCalls: [],
      finish: 'stop',
      usage: { ...noUsage, inputTokens: 1, outputTokens: Math.min(longest, maximumOutputTokens) },
      model,
      attempts: [{ model, status: 'answered', durationMs: 1 }],
    };
  },
  embed: () => Promise.reject(new Error('no embeddings here')),
  generateImage: () => Promise.reject(new Error('no images here')),
} satisfies ModelRouter & Record<string, unknown>;

beforeEach(async () => {
  answers = 0;
  longest = Infinity;
  asked = async () => {};
  database = await openTestDatabase();
  const { db } = database;
  const dependencies = createDependencies({
    db,
    keyring: testKeyring,
    models: { ...router, providers: { openai: { missing: null } } },
    ...createModelCallers({ router, db, prices: createPrices() }),
    memory: lexicalMemory(db),
    bus: createMemoryBus(),
    tools: {
      terms: { plan: 'premium' },
      termsOf: async () => ({ plan: 'premium' }),
      quota: async () => [],
      list: () => [],
      find: () => undefined,
      label: (name) => name,
      preview: () => Promise.reject(new Error('no tools here')),
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

/** Three model nodes, one after the other. */
const threeNodes: PipelineParts = {
  nodes: ['first', 'second', 'third'].map((id) => ({ id, kind: 'model', prompt: 'Write' })),
  edges: [
    { from: 'first', to: 'second' },
    { from: 'second', to: 'third' },
  ],
};

const writer = agentSchema.parse({
  name: 'writer',
  role: 'Writer',
  instructions: 'Write.',
  tools: [],
  memory: { enabled: false },
});

/** Twenty agents at the same time. */
const twentyAgents: PipelineParts = {
  nodes: Array.from({ length: 20 }, (_, index) => ({
    id: `agent_${index}`,
    kind: 'agent',
    agent: writer.name,
    task: 'Write',
  })),
};

async function start(
  budget: BudgetSettings | null,
  parts: PipelineParts = threeNodes,
  pipelines: PipelineParts[] = [],
) {
  const runId = `run_${randomUUID()}`;
  const input = runInput(parts, { runId, agents: { writer }, pipelines });
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
          /^second stopped before its model call 1: The budget of run \S+ does not allow this call: of 0\.01 USD, 0\.00\d+ is spent/,
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

  it('spends no more than it with twenty agents that want more, and says which of them it stopped', async () => {
    // Half a cent an answer: the budget is enough for ten.
    longest = 500;
    const account = (runId: string) => budgetRepository(database.db).states([`run:${runId}`]);
    const totals: number[] = [];
    const run = await start({ usd: 0.05, onLimit: 'stop', cheaperModels: [] }, twentyAgents);
    asked = async () => {
      const [state] = await account(run.workflowId);
      totals.push(Number(state?.spentUsd) + Number(state?.reservedUsd));
    };
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    const record = await runRepository(database.db).get(run.workflowId);
    expect(record).toMatchObject({
      status: 'failed',
      error: {
        node: expect.stringMatching(/^agent_\d+$/),
        type: 'BudgetExceeded',
        message: expect.stringMatching(
          /^writer stopped before its model call 1: The budget of run \S+ does not allow this call: of 0\.05 USD, 0\.04\d+ is spent/,
        ),
      },
    });
    expect(record?.partial?.done).toHaveLength(answers);
    const { calls, costUsd } = await modelCallRepository(database.db).ofRun(run.workflowId);
    expect(calls).toBe(answers);
    expect(answers).toBeGreaterThanOrEqual(9);
    expect(answers).toBeLessThan(20);
    expect(Number(costUsd)).toBeLessThanOrEqual(0.05);
    expect(totals).toHaveLength(answers);
    expect(Math.max(...totals)).toBeLessThanOrEqual(0.05);
    expect(await account(run.workflowId)).toMatchObject([{ spentUsd: costUsd, reservedUsd: '0' }]);
  }, 60_000);

  it('goes on as far as a person allows', async () => {
    const run = await start({ usd: 0.01, onLimit: 'ask', cheaperModels: [] });
    const approvals = approvalRepository(database.db);
    const approvalId = `${run.workflowId}.second.budget-1`;
    await expect
      .poll(async () => (await approvals.get(approvalId))?.status, patiently)
      .toBe('pending');
    expect((await runRepository(database.db).get(run.workflowId))?.status).toBe('waiting');
    const by = 'operator';
    const tokenOf = async (id: string) => (await approvals.tokenOf(id)) ?? '';
    const token = await tokenOf(approvalId);
    await run.signal(resolveApproval, { approvalId, decision: 'approve', by, token });
    const next = `${run.workflowId}.third.budget-1`;
    await expect
      .poll(async () => (await approvals.get(next))?.title, patiently)
      .toBe('Let third spend more than 0.02 USD?');
    await run.signal(resolveApproval, {
      approvalId: next,
      decision: 'reject',
      by,
      token: await tokenOf(next),
    });
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

describe('a loop whose money is used up', () => {
  it.each([
    ['by a call that it does not allow', 'fail', 0.012, 0],
    ['by a round that went on after such a call', 'continue', 0.005, 1],
  ] as const)('ends %s, and spends no more', async (_way, onError, maximumUsd, more) => {
    longest = 500;
    const run = await start(
      null,
      {
        nodes: [{ id: 'again', kind: 'loop', pipeline: 'round', maximumUsd, maximumRounds: 9 }],
        output: '{{ nodes.again.output }}',
      },
      [{ ...twentyAgents, name: 'round', nodes: [{ ...twentyAgents.nodes[0]!, onError }] }],
    );
    const result = (await run.result()) as { ended: string; rounds: number; last: unknown };
    const account = `loop:${run.workflowId}/again`;
    const [state] = await budgetRepository(database.db).states([account]);
    expect(result.ended).toBe('money');
    expect(result.rounds).toBe(answers + more);
    expect(Number(state?.spentUsd)).toBeGreaterThan(0);
    expect(Number(state?.spentUsd)).toBeLessThanOrEqual(maximumUsd);
    expect(Number(state?.reservedUsd)).toBe(0);
    expect(await runRepository(database.db).get(run.workflowId)).toMatchObject({
      status: 'completed',
    });
  });
});
