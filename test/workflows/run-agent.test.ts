import { WorkflowFailedError } from '@temporalio/client';
import { afterEach, describe, expect, it } from 'vitest';
import { builtInAgents } from '../../contracts/agents/index.ts';
import { permanent } from './support/fake-activities.ts';
import { startHarness } from './support/harness.ts';
import { asks, delegatesTo, delivers, plansAnd } from './support/model-answers.ts';
import { shownText } from '../support/keys.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

const agentNode = (rest: object = {}) => ({
  nodes: [{ id: 'look', kind: 'agent' as const, agent: 'research', task: 'Look', ...rest }],
  output: '{{ nodes.look.output }}',
});

describe('an agent', () => {
  it('calls tools turn by turn until it delivers, several at a time', async () => {
    harness = await startHarness({
      model: ({ turn }) => (turn === 1 ? asks('get_price', 'get_ohlcv') : delivers('up')),
    });
    const run = await harness.start(agentNode());
    expect(await run.result()).toBe('up');
    const byStep = harness.recorded.tools.toSorted((a, b) => a.step.localeCompare(b.step));
    expect(byStep).toMatchObject([
      { tool: 'get_price', step: 'turn-1.call-0', args: { turn: 1, call: 0 } },
      { tool: 'get_ohlcv', step: 'turn-1.call-1', args: { turn: 1, call: 1 } },
    ]);
    expect(harness.recorded.tools[0]?.allowedTools).toContain('get_price');
  });

  it('is easy to follow in the Temporal UI', async () => {
    harness = await startHarness({
      model: ({ turn }) => (turn === 1 ? asks('get_price') : delivers('up')),
    });
    const run = await harness.start(agentNode());
    await run.result();
    const agent = harness.client.workflow.getHandle(`${run.workflowId}/look`);
    const { events } = await agent.fetchHistory();
    const summaries = (events ?? [])
      .filter(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled)
      .map(({ userMetadata }) => shownText(userMetadata?.summary));
    expect(await Promise.all(summaries)).toEqual([
      '"research · open"',
      '"research · recall"',
      '"research · turn 1 · model call"',
      '"research · turn 1 · get_price SPX"',
      '"research · turn 1 · remember"',
      '"research · turn 2 · model call"',
      '"research · turn 2 · remember"',
    ]);
  });

  it('observes the error of a tool that failed for good, and continues', async () => {
    harness = await startHarness({
      model: ({ turn }) => (turn === 1 ? asks('get_price') : delivers('without a price')),
      tool() {
        throw permanent('RATE_LIMIT', 'too many calls');
      },
    });
    const run = await harness.start(agentNode());
    expect(await run.result()).toBe('without a price');
    expect(harness.recorded.observations).toMatchObject([
      {
        turn: 1,
        call: 0,
        observation: { error: { type: 'RATE_LIMIT', message: 'too many calls' } },
      },
    ]);
  });

  it('retries a tool whose failure may pass', async () => {
    let calls = 0;
    harness = await startHarness({
      model: ({ turn }) => (turn === 1 ? asks('get_price') : delivers('up')),
      tool() {
        calls += 1;
        if (calls === 1) throw new Error('the network');
        return {};
      },
    });
    const run = await harness.start(agentNode());
    await run.result();
    expect(calls).toBe(2);
    expect(harness.recorded.observations).toEqual([]);
  });

  it('delegates to another agent, which is a child with a history of its own', async () => {
    harness = await startHarness({
      model({ conversationId, turn }) {
        if (conversationId.endsWith('research')) return delivers('the trend is up');
        return turn === 1 ? delegatesTo('research') : delivers('buy');
      },
    });
    const run = await harness.start(agentNode({ agent: 'trading', delegates: ['research'] }));
    expect(await run.result()).toBe('buy');
    const child = `${run.workflowId}/look/turn-1-0-research`;
    expect(harness.recorded.opened).toEqual([`${run.workflowId}/look`, child]);
    expect(harness.recorded.observations).toMatchObject([
      { observation: { output: 'the trend is up' } },
    ]);
    expect((await harness.client.workflow.getHandle(child).describe()).status.name).toBe(
      'COMPLETED',
    );
  });

  it('is told that it cannot delegate to an agent that it does not name', async () => {
    harness = await startHarness({
      model: ({ turn }) => (turn === 1 ? delegatesTo('leader') : delivers('alone')),
    });
    const run = await harness.start(agentNode());
    expect(await run.result()).toBe('alone');
    expect(harness.recorded.observations).toMatchObject([
      { observation: { error: { type: 'AgentNotFound' } } },
    ]);
  });

  it('is told when delegations go too deep, and finishes by itself', async () => {
    const names = Array.from({ length: 7 }, (_, index) => `agent_${index}`);
    harness = await startHarness({
      model: ({ turn, nodePath }) =>
        turn === 1 ? delegatesTo(`agent_${nodePath.split('/').length}`) : delivers('done'),
    });
    const { research } = builtInAgents;
    if (!research) throw new Error('no agent');
    const run = await harness.start(agentNode({ agent: 'agent_0' }), {
      agents: Object.fromEntries(
        names.map((name) => [name, { ...research, name, delegates: names }]),
      ),
    });
    expect(await run.result()).toBe('done');
    const errors = harness.recorded.observations.filter(
      ({ observation }) => 'error' in observation,
    );
    expect(errors).toMatchObject([{ observation: { error: { type: 'TooDeep' } } }]);
  });

  it('continues without a delegate that someone cancelled in Temporal', async () => {
    harness = await startHarness({
      async model({ conversationId, turn }) {
        if (conversationId.endsWith('research')) {
          const { Context } = await import('@temporalio/activity');
          return Context.current().cancelled;
        }
        return turn === 1 ? delegatesTo('research') : delivers('alone');
      },
    });
    const run = await harness.start(agentNode({ agent: 'trading', delegates: ['research'] }));
    await expect.poll(() => harness.recorded.models.length, { timeout: 10_000 }).toBe(2);
    await harness.client.workflow.getHandle(`${run.workflowId}/look/turn-1-0-research`).cancel();
    expect(await run.result()).toBe('alone');
    expect(harness.recorded.observations).toMatchObject([
      { observation: { error: { type: 'Cancelled' } } },
    ]);
  });

  it('that lacks something is not tried again: nothing will have changed', async () => {
    harness = await startHarness({
      open() {
        throw permanent('DependencyMissing', 'no model');
      },
    });
    const run = await harness.start(agentNode({ retry: { maximumAttempts: 3 } }));
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.opened).toHaveLength(1);
  });

  it('whose models refuse for good is not tried again: the same key would be refused again', async () => {
    harness = await startHarness({
      model() {
        throw permanent('AllModelsFailed', 'openai:gpt-5.2: 401 wrong key');
      },
    });
    const run = await harness.start(agentNode({ retry: { maximumAttempts: 3 } }));
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.opened).toHaveLength(1);
  });

  it('is stopped at its time limit, ends as timeout and keeps what it found', async () => {
    harness = await startHarness({
      async model() {
        const { Context } = await import('@temporalio/activity');
        return Context.current().cancelled;
      },
    });
    const run = await harness.start(agentNode({ timeout: '300ms' }));
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished).toMatchObject({
      status: 'timeout',
      error: { node: 'look', type: 'AgentTimeout' },
      partial: { nodes: { look: { turns: 1, lastText: 'so far' } } },
    });
  });

  it('is asked for its result at the last of its turns', async () => {
    harness = await startHarness({
      model: ({ toolChoice }) =>
        toolChoice === 'finish' ? delivers('late') : plansAnd(asks('get_price')),
    });
    const run = await harness.start(agentNode({ maximumTurns: 3 }));
    expect(await run.result()).toBe('late');
    expect(harness.recorded.models.map(({ toolChoice }) => toolChoice)).toEqual([
      'plan',
      'auto',
      'finish',
    ]);
  });

  it('fails when it does not deliver even when asked', async () => {
    harness = await startHarness({
      model: () => ({ ...asks(), refused: 'submit_report: no score' }),
    });
    const run = await harness.start(agentNode());
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(harness.recorded.finished?.error).toMatchObject({
      type: 'AgentLimit',
      message: expect.stringContaining('Its last result was not valid: submit_report: no score'),
    });
    expect(harness.recorded.models.map(({ toolChoice }) => toolChoice)).toEqual([
      'plan',
      'plan',
      'finish',
      'finish',
    ]);
  });

  it('is tried again as a whole when its node says so', async () => {
    harness = await startHarness({
      model({ nodePath }) {
        if (nodePath === 'look') throw permanent('NoAnswer', 'it said nothing');
        return delivers('second try');
      },
    });
    const run = await harness.start(agentNode({ retry: { maximumAttempts: 2 } }));
    expect(await run.result()).toBe('second try');
    expect(harness.recorded.opened).toEqual([
      `${run.workflowId}/look`,
      `${run.workflowId}/look.try-2`,
    ]);
  });

  it('of 100 turns ends with a history that grows by the same amount each turn', async () => {
    harness = await startHarness({
      model: ({ turn }) => (turn < 100 ? asks('get_price') : delivers('done')),
      tool: () => ({ status: 'completed', output: null, preview: 'x'.repeat(200) }),
    });
    const run = await harness.start(agentNode({ maximumTurns: 100, timeout: '10m' }));
    expect(await run.result()).toBe('done');
    const { events } = await harness.client.workflow
      .getHandle(`${run.workflowId}/look`)
      .fetchHistory();
    const sizes = (events ?? []).map((event) => JSON.stringify(event).length);
    const half = Math.floor(sizes.length / 2);
    const sum = (list: number[]) => list.reduce((total, size) => total + size, 0);
    const ratio = sum(sizes.slice(half)) / sum(sizes.slice(0, half));
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.25);
  }, 60_000);
});
