import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import { afterEach, describe, expect, it } from 'vitest';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import type { runPipeline } from '../../workflows/index.ts';
import { resolveApproval, stateQuery } from '../../workflows/messages.ts';
import { permanent } from './support/fake-activities.ts';
import { runInput, startHarness } from './support/harness.ts';
import { delegatesTo, delivers, overBudget } from './support/model-answers.ts';
import { shownText } from '../support/keys.ts';

/** Runs go on at their own pace. */
const patiently = { timeout: 10_000 };

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

type Run = Awaited<ReturnType<(typeof harness)['start']>>;

const look = (rest: object = {}) => ({
  nodes: [{ id: 'look', kind: 'agent' as const, agent: 'research', task: 'Look', ...rest }],
  output: '{{ nodes.look.output }}',
});
const summary = (rest: object = {}) => ({
  nodes: [{ id: 'summary', kind: 'model' as const, prompt: 'Sum up', ...rest }],
  output: '{{ nodes.summary.output }}',
});

function agentNamed(name: string): AgentDefinition {
  const agent = builtInAgents[name];
  if (!agent) throw new Error(`no agent ${name}`);
  return agent;
}

async function nodeStatus(run: Run): Promise<unknown> {
  const { status, nodes } = await run.query(stateQuery);
  return [status, nodes[0]?.status];
}

/** Waits until a person is asked, and decides. */
async function decide(run: Run, decision: 'approve' | 'reject', comment?: string): Promise<void> {
  await expect.poll(() => nodeStatus(run), patiently).toEqual(['waiting', 'waiting']);
  await expect.poll(() => harness.recorded.approvals.length, patiently).toBeGreaterThan(0);
  const approvalId = harness.recorded.approvals.at(-1)?.approvalId ?? '';
  await run.signal(resolveApproval, { approvalId, decision, by: 'operator', comment });
}

describe('a model call', () => {
  it('is made again under the same key, after a timer, when the limits are used up', async () => {
    let calls = 0;
    harness = await startHarness({
      model() {
        calls += 1;
        return calls < 3
          ? { status: 'waiting', retryAfterMs: 10, reason: 'openai:a has a long queue' }
          : delivers('up');
      },
    });
    const run = await harness.start(look());
    expect(await run.result()).toBe('up');
    expect(harness.recorded.models.map(({ step }) => step)).toEqual(['turn-1', 'turn-1', 'turn-1']);
    const { events } = await harness.client.workflow
      .getHandle(`${run.workflowId}/look`)
      .fetchHistory();
    const timers = (events ?? [])
      .filter(({ timerStartedEventAttributes: timer }) => timer)
      .map(({ userMetadata }) => shownText(userMetadata?.summary));
    expect(await Promise.all(timers)).toContain(
      '"research · turn 1 · model call · openai:a has a long queue"',
    );
  });

  it('goes by the priority of its run', async () => {
    const keys: (number | undefined)[] = [];
    harness = await startHarness({
      async model() {
        const { Context } = await import('@temporalio/activity');
        keys.push(Context.current().info.priority?.priorityKey);
        return delivers('up');
      },
    });
    const runId = `run_${randomUUID()}`;
    await harness.client.workflow.execute<typeof runPipeline>('runPipeline', {
      workflowId: runId,
      taskQueue: taskQueues.workflows,
      priority: { priorityKey: 1 },
      args: [runInput(look(), { runId })],
    });
    expect(keys).toEqual([1]);
  });

  it('of a model node that gives a value hands on the value', async () => {
    harness = await startHarness({ model: () => delivers({ report: 'as it is', score: 1 }) });
    const schema = { type: 'object', properties: { report: { type: 'string' } } };
    const run = await harness.start(summary({ schema }));
    expect(await run.result()).toEqual({ report: 'as it is', score: 1 });
    expect(harness.recorded.conversations[0]).toMatchObject({ schema });
  });
});

describe('a call that is over budget', () => {
  it('is made again when a person allows more', async () => {
    let calls = 0;
    harness = await startHarness({
      model() {
        calls += 1;
        return calls === 1 ? overBudget : delivers('up');
      },
    });
    const run = await harness.start(look());
    await decide(run, 'approve', 'worth it');
    expect(await run.result()).toBe('up');
    expect(harness.recorded.approvals).toMatchObject([
      {
        approvalId: `${run.workflowId}.look.budget-1`,
        nodePath: 'look',
        workflowId: `${run.workflowId}/look`,
        title: 'Let research spend more than 0.05 USD?',
        show: {
          spent: 'The budget of run 1 does not allow this call.',
          approving: 'The budget of the run grows by 0.05 USD, and research continues',
        },
        approvers: ['operator'],
      },
    ]);
    expect(harness.recorded.raised).toEqual([
      {
        approvalId: `${run.workflowId}.look.budget-1`,
        runId: run.workflowId,
        account: 'run:1',
        byUsd: 0.05,
        by: 'operator',
        comment: 'worth it',
      },
    ]);
    expect(harness.recorded.closed).toEqual([]);
  });

  it('keeps waiting where the approval does not count', async () => {
    let calls = 0;
    harness = await startHarness({
      token: 'open sesame',
      noRaise: ({ by }) =>
        by === 'mallory' ? 'could not verify that it is from mallory' : undefined,
      model() {
        calls += 1;
        return calls === 1 ? overBudget : delivers('up');
      },
    });
    const run = await harness.start(look());
    const approvalId = `${run.workflowId}.look.budget-1`;
    const allow = {
      approvalId,
      decision: 'approve',
      as: 'operator',
      token: 'open sesame',
    } as const;
    await expect.poll(() => nodeStatus(run), patiently).toEqual(['waiting', 'waiting']);
    await run.signal(resolveApproval, { ...allow, by: 'mallory' });
    await expect.poll(() => harness.recorded.refusals.length, patiently).toBe(1);
    expect(harness.recorded.refusals).toMatchObject([{ by: 'mallory', reason: 'not-proven' }]);
    expect(harness.recorded.raised).toEqual([]);
    expect(calls).toBe(1);
    await run.signal(resolveApproval, { ...allow, by: 'ann' });
    expect(await run.result()).toBe('up');
    expect(harness.recorded.raised).toMatchObject([{ by: 'ann' }]);
  });

  it('ends its agent with what was found when a person says no', async () => {
    harness = await startHarness({ model: () => overBudget });
    const run = await harness.start(look({ retry: { maximumAttempts: 3 } }));
    await decide(run, 'reject', 'too much');
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.closed).toMatchObject([{ status: 'rejected', comment: 'too much' }]);
    expect(harness.recorded.raised).toEqual([]);
    expect(harness.recorded.opened).toHaveLength(1);
    expect(harness.recorded.finished).toMatchObject({
      status: 'failed',
      error: {
        node: 'look',
        type: 'BudgetExceeded',
        message:
          'research stopped before its model call 1: The budget of run 1 does not allow this call. ' +
          'operator rejected more budget: too much',
      },
      partial: { nodes: { look: { lastText: 'so far' } } },
    });
  });

  it('that nobody is to be asked about ends its agent with what was found', async () => {
    harness = await startHarness({
      model() {
        throw permanent('BudgetExceeded', 'research stopped before its model call 1');
      },
    });
    const run = await harness.start(look());
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished).toMatchObject({
      error: { type: 'BudgetExceeded', message: 'research stopped before its model call 1' },
      partial: { nodes: { look: { lastText: 'so far' } } },
    });
  });

  it('may be asked about again', async () => {
    let calls = 0;
    harness = await startHarness({
      model() {
        calls += 1;
        return calls < 3 ? overBudget : delivers('up');
      },
    });
    const run = await harness.start(look());
    await decide(run, 'approve');
    await expect.poll(() => harness.recorded.approvals.length, patiently).toBe(2);
    await decide(run, 'approve');
    expect(await run.result()).toBe('up');
    expect(harness.recorded.raised.map(({ approvalId }) => approvalId)).toEqual([
      `${run.workflowId}.look.budget-1`,
      `${run.workflowId}.look.budget-2`,
    ]);
  });

  it('in a model node is decided on in the same way', async () => {
    let calls = 0;
    harness = await startHarness({
      model() {
        calls += 1;
        return calls === 1 ? overBudget : delivers({ report: 'short' });
      },
    });
    const run = await harness.start(summary());
    await decide(run, 'approve');
    expect(await run.result()).toEqual({ text: 'short' });
    expect(harness.recorded.raised).toMatchObject([
      { approvalId: `${run.workflowId}.summary.budget-1` },
    ]);
  });

  it('in an agent that was delegated to is decided on at the run, and no clock runs meanwhile', async () => {
    let asked = false;
    harness = await startHarness({
      model({ nodePath, turn }) {
        if (nodePath === 'look') return turn === 1 ? delegatesTo('research') : delivers('done');
        const isFirst = !asked;
        asked = true;
        return isFirst ? overBudget : delivers('found');
      },
    });
    const node = { agent: 'trading', delegates: ['research'], timeout: '5s' };
    const run = await harness.start(look(node));
    await expect.poll(() => nodeStatus(run), patiently).toEqual(['waiting', 'waiting']);
    const waitedFrom = Date.now();
    await expect.poll(() => Date.now() - waitedFrom, patiently).toBeGreaterThan(5_000);
    await decide(run, 'approve');
    expect(await run.result()).toBe('done');
  });
});

describe('budgets', () => {
  it('are handed down: a delegate is charged to its own and to those above it', async () => {
    harness = await startHarness({
      model: ({ nodePath, turn }) =>
        nodePath === 'look' && turn === 1 ? delegatesTo('research') : delivers('done'),
    });
    const [trading, research] = [agentNamed('trading'), agentNamed('research')];
    const budget = (usd: number) => ({ usd, onLimit: 'stop' as const, cheaperModels: [] });
    const run = await harness.start(look({ agent: 'trading', delegates: ['research'] }), {
      agents: {
        trading: { ...trading, limits: { ...trading.limits, budget: budget(2) } },
        research: { ...research, limits: { ...research.limits, budget: budget(1) } },
      },
    });
    await run.result();
    const id = run.workflowId;
    const ofTrading = { ...budget(2), account: `agent:${id}/look` };
    const ofResearch = { ...budget(1), account: `agent:${id}/look/turn-1-0-research` };
    expect(harness.recorded.conversations.map(({ budgets }) => budgets)).toEqual([
      [ofTrading],
      [ofTrading, ofResearch],
    ]);
  });

  it('of an agent that is tried again are those of its first try', async () => {
    harness = await startHarness({
      model({ nodePath }) {
        if (nodePath === 'look') throw permanent('NoAnswer', 'down');
        return delivers('second try');
      },
    });
    const research = agentNamed('research');
    const budget = { usd: 1, onLimit: 'stop' as const, cheaperModels: [] };
    const run = await harness.start(look({ retry: { maximumAttempts: 2 } }), {
      agents: { research: { ...research, limits: { ...research.limits, budget } } },
    });
    await run.result();
    const account = `agent:${run.workflowId}/look`;
    expect(harness.recorded.conversations.map(({ budgets }) => budgets)).toEqual([
      [{ ...budget, account }],
      [{ ...budget, account }],
    ]);
  });
});
