import { randomUUID } from 'node:crypto';
import { WorkflowFailedError } from '@temporalio/client';
import { afterEach, describe, expect, it } from 'vitest';
import { builtInAgents } from '../../contracts/agents/index.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import type { runAgent } from '../../workflows/index.ts';
import {
  interruptAgent,
  requestCancel,
  resumeAgent,
  stateQuery,
} from '../../workflows/messages.ts';
import { startHarness } from './support/harness.ts';
import type { Scripts } from './support/fake-activities.ts';
import { asks, delegatesTo, delivers } from './support/model-answers.ts';

/** Runs go on at their own pace. */
const patiently = { timeout: 10_000 };

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

const look = (rest: object = {}) => ({
  nodes: [{ id: 'look', kind: 'agent' as const, agent: 'research', task: 'Look', ...rest }],
  output: '{{ nodes.look.output }}',
});

/** An agent whose first turn runs until `release` is called; it delivers in its second turn. */
async function startInFirstTurn(scripts: Pick<Scripts, 'forged'> = {}) {
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  harness = await startHarness({
    ...scripts,
    model: ({ turn }) => (turn === 1 ? asks('get_price') : delivers('done')),
    async tool() {
      await gate;
      return {};
    },
  });
  const run = await harness.start(look());
  await expect.poll(() => harness.recorded.tools.length, patiently).toBe(1);
  const agent = harness.client.workflow.getHandle(`${run.workflowId}/look`);
  return { run, agent, release };
}

describe('an interrupted agent', () => {
  it('ends its turn, pauses, and continues with the instruction', async () => {
    const { run, agent, release } = await startInFirstTurn();
    await agent.signal(interruptAgent, { by: 'operator', reason: 'wait for the open' });
    release();
    const status = async () => {
      const state = await run.query(stateQuery);
      return [state.status, state.nodes[0]?.status];
    };
    await expect.poll(status, patiently).toEqual(['waiting', 'waiting']);
    expect(harness.recorded.models).toHaveLength(1);
    expect(harness.recorded.interrupted).toEqual([
      { runId: run.workflowId, nodePath: 'look', by: 'operator', reason: 'wait for the open' },
    ]);
    await agent.signal(resumeAgent, { by: 'operator', instruction: 'mind the gap' });
    expect(await run.result()).toBe('done');
    const workflowId = `${run.workflowId}/look`;
    const request = {
      runId: run.workflowId,
      workflowId,
      by: 'operator',
      instruction: 'mind the gap',
      refused: 0,
    };
    expect(harness.recorded.resumed).toEqual([
      { runId: run.workflowId, nodePath: 'look', request },
    ]);
    expect(harness.recorded.instructions).toEqual([
      { conversationId: workflowId, turn: 1, earlier: 0, text: 'mind the gap', request },
    ]);
    expect(harness.recorded.finished?.nodes).toMatchObject([{ id: 'look', status: 'completed' }]);
  });

  it('stays paused, and receives nothing, until somebody with the right resumes it', async () => {
    const { run, agent, release } = await startInFirstTurn({
      forged: ({ seal }) => (seal === 'real' || seal === 'told' ? undefined : 'nothing proves it'),
    });
    // While it is at work, it hears what comes through the API, once, and nothing else.
    const told = { by: 'operator', instruction: 'look twice', seal: 'told' };
    await agent.signal(resumeAgent, told);
    await agent.signal(resumeAgent, told);
    await agent.signal(resumeAgent, { by: 'operator', instruction: 'buy it all' });
    await agent.signal(interruptAgent, { by: 'operator' });
    await agent.signal(resumeAgent, { by: 'mallory' });
    release();
    await expect.poll(() => harness.recorded.interrupted.length, patiently).toBe(1);
    await agent.signal(resumeAgent, { by: 'mallory', instruction: 'sell it all', seal: 'made up' });
    await agent.signal(resumeAgent, told);
    const refused = async () =>
      (await agent.fetchHistory()).events?.filter(
        ({ activityTaskCompletedEventAttributes: done }) => done,
      ).length ?? 0;
    const before = await refused();
    await agent.signal(resumeAgent, { by: 'mallory' });
    await expect.poll(refused, patiently).toBeGreaterThan(before);
    expect(harness.recorded.resumed).toEqual([]);
    expect((await run.query(stateQuery)).status).toBe('waiting');
    expect(harness.recorded.models).toHaveLength(1);
    await agent.signal(resumeAgent, { by: 'operator', instruction: 'go on', seal: 'real' });
    await agent.signal(resumeAgent, { by: 'mallory' });
    expect(await run.result()).toBe('done');
    expect(harness.recorded.instructions.map(({ text }) => text)).toEqual(['look twice', 'go on']);
    expect(harness.recorded.resumed).toMatchObject([{ request: { by: 'operator' } }]);
  });

  it('that is resumed before its turn has ended continues without a pause', async () => {
    const { run, agent, release } = await startInFirstTurn();
    await agent.signal(interruptAgent, { by: 'operator' });
    await agent.signal(resumeAgent, { by: 'operator', instruction: 'mind the gap' });
    release();
    expect(await run.result()).toBe('done');
    expect(harness.recorded.interrupted).toEqual([]);
    expect(harness.recorded.instructions).toMatchObject([{ text: 'mind the gap' }]);
  });

  it('takes hand-typed payloads, and an instruction also while it is at work', async () => {
    const { run, agent, release } = await startInFirstTurn();
    await agent.signal('resumeAgent', { by: 'operator', instruction: 'look again' });
    await agent.signal('interruptAgent');
    release();
    await expect
      .poll(() => harness.recorded.interrupted, patiently)
      .toMatchObject([{ by: 'unknown' }]);
    await agent.signal('resumeAgent', 'go');
    expect(await run.result()).toBe('done');
    expect(harness.recorded.instructions).toMatchObject([{ text: 'look again' }]);
  });

  it('can be cancelled while it is paused', async () => {
    const { run, agent, release } = await startInFirstTurn();
    await agent.signal(interruptAgent, { by: 'operator' });
    release();
    await expect.poll(() => harness.recorded.interrupted.length, patiently).toBe(1);
    await run.signal(requestCancel, { by: 'operator' });
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished).toMatchObject({
      status: 'cancelled',
      nodes: [{ status: 'cancelled' }],
    });
    expect(harness.recorded.resumed).toHaveLength(1);
    expect(harness.recorded.models).toHaveLength(1);
  });

  it('that another one delegated to makes the node of that one wait', async () => {
    const { promise: gate, resolve: release } = Promise.withResolvers<void>();
    harness = await startHarness({
      model({ nodePath, turn }) {
        if (nodePath === 'look') return turn === 1 ? delegatesTo('research') : delivers('done');
        return turn === 1 ? asks('get_price') : delivers('found');
      },
      async tool() {
        await gate;
        return {};
      },
    });
    const run = await harness.start(look({ agent: 'trading', delegates: ['research'] }));
    await expect.poll(() => harness.recorded.tools.length, patiently).toBe(1);
    const delegate = harness.client.workflow.getHandle(`${run.workflowId}/look/turn-1-0-research`);
    await delegate.signal(interruptAgent, { by: 'operator' });
    release();
    const status = async () => (await run.query(stateQuery)).nodes[0]?.status;
    await expect.poll(status, patiently).toBe('waiting');
    await delegate.signal(resumeAgent, { by: 'operator' });
    expect(await run.result()).toBe('done');
  });

  it('that is about to delegate pauses first', async () => {
    const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    harness = await startHarness({
      async model({ nodePath, turn }) {
        if (nodePath !== 'look') return delivers('found');
        if (turn > 1) return delivers('done');
        asked.resolve();
        await release.promise;
        return delegatesTo('research');
      },
    });
    const run = await harness.start(look({ agent: 'trading', delegates: ['research'] }));
    await asked.promise;
    const agent = harness.client.workflow.getHandle(`${run.workflowId}/look`);
    await agent.signal(interruptAgent, { by: 'operator' });
    release.resolve();
    await expect.poll(() => harness.recorded.interrupted.length, patiently).toBe(1);
    expect(harness.recorded.models).toHaveLength(1);
    await agent.signal(resumeAgent, { by: 'operator' });
    expect(await run.result()).toBe('done');
    expect(harness.recorded.models).toHaveLength(3);
  });

  it('pauses if it was interrupted before it continued as new, and keeps its time', async () => {
    harness = await startHarness({ model: () => delivers('done') });
    const { research } = builtInAgents;
    if (!research) throw new Error('no agent');
    const runId = `run_${randomUUID()}`;
    const agent = await harness.client.workflow.start<typeof runAgent>('runAgent', {
      workflowId: `${runId}/look`,
      taskQueue: taskQueues.workflows,
      args: [
        {
          runId,
          nodePath: 'look',
          agent: research,
          agents: {},
          task: 'Look',
          budgets: [],
          resume: {
            turn: 7,
            leftMs: 90_000,
            unanswered: 0,
            asked: 2,
            control: {
              interruption: { by: 'operator' },
              instructions: ['told before'],
              instructed: 3,
            },
          },
        },
      ],
    });
    await expect.poll(() => harness.recorded.interrupted.length, patiently).toBe(1);
    expect(harness.recorded.models).toEqual([]);
    await agent.signal(resumeAgent, { by: 'operator', instruction: 'told after' });
    expect(await agent.result()).toMatchObject({ output: 'done', turns: 7 });
    expect(harness.recorded.opened).toEqual([]);
    expect(harness.recorded.instructions).toMatchObject([
      { turn: 6, earlier: 3, text: 'told before' },
      { turn: 6, earlier: 4, text: 'told after' },
    ]);
    expect(harness.recorded.models).toMatchObject([{ leftMs: 90_000 }]);
  });
});
