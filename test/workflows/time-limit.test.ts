import { Context } from '@temporalio/activity';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { requestCancel } from '../../workflows/messages.ts';
import { startHarness } from './support/harness.ts';
import { delivers } from './support/model-answers.ts';
import { agentNamed, says, scriptedAgents } from './support/scripted-agents.ts';

const patiently = { timeout: 20_000 };
const limitMs = 3_000;

const until = (instant: number) =>
  expect.poll(() => Date.now(), patiently).toBeGreaterThan(instant);

const quick = agentNamed('quick', { limits: { time: `${limitMs}ms` }, memory: { enabled: true } });

/** A model that answers one call at a time, whose first call lasts until it is let go. */
async function busyModel(agent: AgentDefinition, settings: { maximumWaitMs?: number } = {}) {
  const held = Promise.withResolvers<void>();
  let calls = 0;
  const agents = await scriptedAgents({
    agents: [agent],
    scripts: {
      async [agent.name]() {
        calls += 1;
        if (calls === 1) await held.promise;
        return says('up');
      },
    },
    atOnce: 1,
    ...settings,
  });
  const holder = await agents.start({ node: { timeout: '10m' } });
  await expect.poll(() => agents.asked.length, patiently).toBe(1);
  /** Waits until the model call of a run waits for its model. */
  const untilQueued = (runId: string) =>
    expect
      .poll(async () => (await agents.steps.list(runId)).map(({ kind }) => kind), patiently)
      .toContain('model');
  return { ...agents, holder, release: held.resolve, untilQueued };
}

describe("an agent's time limit", { timeout: 90_000 }, () => {
  it.each([
    ['in the queue of its model', {}],
    ['by timers, sent away by its model', { maximumWaitMs: 200 }],
  ])('does not run while it waits %s', async (_where, settings) => {
    const { start, release, untilQueued, runs } = await busyModel(quick, settings);
    const waiting = await Promise.all([1, 2, 3].map(() => start({ kind: 'task' })));
    await Promise.all(waiting.map(({ workflowId }) => untilQueued(workflowId)));
    await until(Date.now() + limitMs + 500);
    for (const { workflowId } of waiting) {
      expect(await runs.get(workflowId)).toMatchObject({ status: 'pending' });
    }
    release();
    await Promise.all(waiting.map((run) => run.result()));
    for (const { workflowId } of waiting) {
      const { status, startedAt, endedAt } = (await runs.get(workflowId))!;
      expect(status).toBe('completed');
      // Its time counts from its start, and its limit from the first call that its model takes on.
      expect(endedAt!.getTime() - startedAt!.getTime()).toBeGreaterThan(limitMs);
    }
  });

  it('does not run while others have all slots, also for its memory', async () => {
    const held = Promise.withResolvers<void>();
    const harness = await startHarness(
      {
        async model({ nodePath }) {
          if (nodePath === 'holder') await held.promise;
          return delivers({ report: nodePath });
        },
      },
      undefined,
      { modelSlots: 1 },
    );
    onTestFinished(harness.stop);
    const node = { kind: 'agent' as const, agent: 'quick', task: 'Look' };
    const agents = { quick };
    await harness.start({ nodes: [{ ...node, id: 'holder', timeout: '10m' }] }, { agents });
    await expect.poll(() => harness.recorded.models.length, patiently).toBe(1);
    const run = await harness.start({ nodes: [{ ...node, id: 'look' }] }, { agents });
    await expect.poll(() => harness.recorded.recalled.length, patiently).toBe(2);
    await until(Date.now() + limitMs + 500);
    held.resolve();
    await run.result();
    expect(harness.recorded.models).toMatchObject([{ nodePath: 'holder' }, { nodePath: 'look' }]);
  });

  it('counts what a try worked before it failed', async () => {
    let tries = 0;
    let told: unknown;
    const harness = await startHarness({
      async model() {
        tries += 1;
        told = Context.current().info.heartbeatDetails;
        if (tries > 1) return Context.current().cancelled;
        await until(Date.now() + limitMs / 2);
        throw new Error('the connection broke');
      },
    });
    onTestFinished(harness.stop);
    const run = await harness.start(
      { nodes: [{ id: 'look', kind: 'agent', agent: 'quick', task: 'Look' }] },
      { agents: { quick } },
    );
    await expect(run.result()).rejects.toThrow();
    expect(harness.recorded.finished).toMatchObject({
      status: 'timeout',
      error: { type: 'AgentTimeout' },
      partial: { nodes: { look: { lastText: 'so far' } } },
    });
    expect(tries).toBe(2);
    expect(told).toEqual({ workedMs: expect.any(Number), failures: 1, deaths: 0 });
  });

  it('takes from the time of who delegated what the delegate has worked', async () => {
    const harness = await startHarness({
      async model({ nodePath, turn }) {
        if (nodePath !== 'look') await until(Date.now() + 1_000);
        else if (turn === 1) return delegates;
        return delivers({ report: 'done' });
      },
    });
    onTestFinished(harness.stop);
    const delegates = {
      ...delivers(''),
      output: undefined,
      calls: [{ call: 0, name: 'x', label: 'x', delegateTo: { agent: 'helper', mark: 'a task' } }],
    } as never;
    const boss = agentNamed('boss', { delegates: ['helper'], limits: { time: '60s' } });
    const run = await harness.start(
      { nodes: [{ id: 'look', kind: 'agent', agent: 'boss', task: 'Look' }] },
      { agents: { boss, helper: agentNamed('helper') } },
    );
    await run.result();
    const last = harness.recorded.models.at(-1);
    expect(last).toMatchObject({ nodePath: 'look', turn: 2 });
    expect(last?.leftMs).toBeLessThanOrEqual(59_000);
    expect(last?.leftMs).toBeGreaterThan(40_000);
  });

  it.each([
    ['its model', {}],
    ['its model by a timer', { maximumWaitMs: 200 }],
  ])('a cancel reaches a task that waits for %s at once', async (_where, settings) => {
    const { start, release, untilQueued, runs } = await busyModel(quick, settings);
    const run = await start({ kind: 'task' });
    await untilQueued(run.workflowId);
    const cancelledAt = Date.now();
    await run.signal(requestCancel, { by: 'operator' });
    await run.result().catch(() => undefined);
    expect(Date.now() - cancelledAt).toBeLessThan(8_000);
    expect(await runs.get(run.workflowId)).toMatchObject({ status: 'cancelled', startedAt: null });
    release();
  });
});
