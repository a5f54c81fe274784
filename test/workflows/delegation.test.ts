import { describe, expect, it } from 'vitest';
import { agentNamed, calls, says, scriptedAgents } from './support/scripted-agents.ts';
import type { AgentScript, ScriptedAgents } from './support/scripted-agents.ts';
import type { Asked } from '../end-to-end/support/model-server.ts';

type Refusal = { error: { type: string; message: string; help?: string } };

/** What the latest tool result says of a failure. */
function refusalIn({ messages }: Asked): Refusal['error'] | undefined {
  const told = messages.findLast(({ role }) => role === 'tool');
  const { error } = JSON.parse(String(told?.content ?? '{}')) as Partial<Refusal>;
  return error;
}

/** Passes its task on to another agent, turn after turn, and says in the end why that was refused. */
function passesOnTo(agent: string, task: (turn: number) => string): AgentScript {
  return (asked, turn) => {
    const refusal = refusalIn(asked);
    if (refusal) return says(`Not delegated (${refusal.type}): I answer with what I have.`);
    return calls([`delegate_to_${agent}`, { task: task(turn) }]);
  };
}

const pathsOf = async ({ conversations }: ScriptedAgents, runId: string) =>
  (await conversations.list(runId)).map(({ nodePath }) => nodePath);

describe('delegation', { timeout: 60_000 }, () => {
  it('that goes back and forth between two agents ends by the guard, and the final answer says so', async () => {
    const agents = await scriptedAgents({
      agents: [
        agentNamed('ping', { delegates: ['pong'] }),
        agentNamed('pong', { delegates: ['ping'] }),
      ],
      scripts: {
        ping: (asked, turn) => {
          const told = asked.messages.findLast(({ role }) => role === 'tool');
          if (turn > 1) return says(`pong says: ${String(told?.content)}`);
          return calls(['delegate_to_pong', { task: 'Look at SPX' }]);
        },
        pong: passesOnTo('ping', () => 'Look at SPX yourself'),
      },
    });
    const run = await agents.start();
    const { report } = (await run.result()) as { report: string };
    expect(report).toContain('Not delegated (DelegationCycle)');
    expect(await pathsOf(agents, run.workflowId)).toEqual(['look', 'look/turn-1-0-pong']);
    expect(agents.asked).toHaveLength(4);
  });

  it('of the same task again is refused, however it is written, and another task is not', async () => {
    const tasks = ['Look at SPX.', 'Look at the news of SPX', '  look at  spx'];
    const agents = await scriptedAgents({
      agents: [agentNamed('ping', { delegates: ['pong'] }), agentNamed('pong')],
      scripts: {
        ping: passesOnTo('pong', (turn) => tasks[turn - 1] ?? ''),
        pong: () => says('nothing new'),
      },
    });
    const run = await agents.start();
    expect(await run.result()).toEqual({
      report: expect.stringContaining('Not delegated (SameTaskAgain)'),
    });
    expect(await pathsOf(agents, run.workflowId)).toEqual([
      'look',
      'look/turn-1-0-pong',
      'look/turn-2-0-pong',
    ]);
  });

  it('of a task that failed is allowed once more, and each failure is a step', async () => {
    const agents = await scriptedAgents({
      agents: [
        agentNamed('ping', { delegates: ['pong'] }),
        agentNamed('pong', { limits: { turns: 1 } }),
      ],
      scripts: {
        ping: (asked, turn) =>
          turn <= 3
            ? calls(['delegate_to_pong', { task: 'Look at SPX' }])
            : says(`${refusalIn(asked)?.type}: ${refusalIn(asked)?.message}`),
        pong: () => says(''),
      },
    });
    const run = await agents.start();
    expect(await run.result()).toEqual({
      report: expect.stringContaining('SameTaskAgain: pong failed at this task twice'),
    });
    const failed = (await agents.steps.list(run.workflowId)).filter(
      ({ kind, status }) => kind === 'tool' && status === 'failed',
    );
    expect(failed.map(({ label, error }) => [label, error?.type])).toEqual([
      ['delegate to pong', 'AgentLimit'],
      ['delegate to pong', 'AgentLimit'],
      ['delegate to pong', 'SameTaskAgain'],
    ]);
    expect(failed[0]?.error?.message).toBe('pong used its 1 turns and did not deliver a result.');
  });

  it('of a task that an agent higher up has already delegated is refused', async () => {
    const agents = await scriptedAgents({
      agents: [
        agentNamed('ping', { delegates: ['pong', 'helper'] }),
        agentNamed('pong', { delegates: ['helper'] }),
        agentNamed('helper'),
      ],
      scripts: {
        ping: (_asked, turn) => {
          if (turn === 1) return calls(['delegate_to_helper', { task: 'Look at SPX' }]);
          return turn === 2 ? calls(['delegate_to_pong', { task: 'Go on' }]) : says('done');
        },
        pong: passesOnTo('helper', () => 'Look at SPX'),
        helper: () => says('up'),
      },
    });
    const run = await agents.start();
    await run.result();
    const ofPong = agents.asked.findLast(({ messages }) =>
      String(messages[0]?.content).startsWith('You are pong.'),
    );
    expect(ofPong && refusalIn(ofPong)?.type).toBe('SameTaskAgain');
  });

  it('hands on at most half of the money and the time that are left', async () => {
    const agents = await scriptedAgents({
      agents: [
        agentNamed('ping', { delegates: ['pong'], limits: { time: '60s' } }),
        agentNamed('pong', { limits: { time: '10m' } }),
      ],
      scripts: {
        ping: (_asked, turn) =>
          turn === 1 ? calls(['delegate_to_pong', { task: 'Look at SPX' }]) : says('done'),
        pong: () => says('up'),
      },
    });
    const run = await agents.start({ budget: { usd: 1, onLimit: 'stop', cheaperModels: [] } });
    await run.result();
    const { runId, path } = { runId: run.workflowId, path: 'look/turn-1-0-pong' };
    const [pong] = await agents.conversations.at(runId, path);
    const share = pong?.budgets.find(({ account }) => account === `share:${runId}/${path}`);
    expect(share?.onLimit).toBe('stop');
    expect(share?.usd).toBeLessThan(0.5);
    expect(share?.usd).toBeGreaterThan(0.4);
    expect(pong?.agent.limits.time).toMatch(/^\d+s$/);
    expect(Number.parseFloat(pong?.agent.limits.time ?? '')).toBeLessThanOrEqual(30);
    const [state] = await agents.budgets.states([share?.account ?? '']);
    expect(Number(state?.spentUsd)).toBeGreaterThan(0);
  });

  it('to an agent that runs into a limit gives what that one had found', async () => {
    const { promise: never } = Promise.withResolvers<never>();
    const agents = await scriptedAgents({
      agents: [
        agentNamed('ping', { delegates: ['pong'] }),
        agentNamed('pong', { limits: { time: '3s' } }),
      ],
      scripts: {
        ping: (asked, turn) =>
          turn === 1
            ? calls(['delegate_to_pong', { task: 'Look at SPX' }])
            : says(`${refusalIn(asked)?.type}: ${refusalIn(asked)?.help}`),
        pong: () => never,
      },
    });
    const run = await agents.start();
    expect(await run.result()).toEqual({
      report: expect.stringMatching(/^AgentTimeout: Use what it found/),
    });
  });
});
