import { WorkflowFailedError } from '@temporalio/client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallModelInput } from '../../contracts/activities/index.ts';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { interruptAgent, resolveApproval, resumeAgent } from '../../workflows/messages.ts';
import { chainOf } from '../support/chain-of.ts';
import { openTemporal } from '../support/temporal-of-its-own.ts';
import type { Scripts } from './support/fake-activities.ts';
import { startHarness } from './support/harness.ts';
import { endWorkers } from './support/shared-workers.ts';
import { asks, delegatesTo, delivers, overBudget } from './support/model-answers.ts';

/** A history of so many events is followed by a new one: about three turns. */
const eventsOfARun = 40;
const turns = 20;

let server: Awaited<ReturnType<typeof openTemporal>>;
beforeAll(async () => {
  server = await openTemporal({ 'limit.historyCount.suggestContinueAsNew': eventsOfARun });
});
afterAll(async () => {
  await endWorkers(server.address);
  await server.stop();
});

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

const { research } = builtInAgents;
if (!research) throw new Error('there is no agent research');
const patient: AgentDefinition = {
  ...research,
  memory: { ...research.memory, enabled: false },
  limits: { turns: 100, time: '2m' },
};
const agents = {
  research: { ...patient, name: 'research' },
  trading: { ...patient, name: 'trading', delegates: ['research'] },
};

/** An agent whose history is cut often. */
async function startOften(scripts: Scripts) {
  harness = await startHarness(scripts, undefined, { address: server.address });
  return harness;
}

const agentNode = (agent: string) => ({
  nodes: [{ id: 'look', kind: 'agent' as const, agent, task: 'Look' }],
  output: '{{ nodes.look.output }}',
});

const looksOn = ({ turn }: CallModelInput) =>
  turn < turns ? asks('get_price') : delivers(`after turn ${turn}`);

describe('an agent whose history becomes long', { timeout: 60_000 }, () => {
  it('goes on in a new one, and each turn is asked once', async () => {
    const { start, recorded, client } = await startOften({ model: looksOn });
    const run = await start(agentNode('research'), { agents });
    expect(await run.result()).toBe(`after turn ${turns}`);
    expect(recorded.models.map(({ turn }) => turn)).toEqual(
      Array.from({ length: turns }, (_, index) => index + 1),
    );
    expect(recorded.opened).toHaveLength(1);
    const chain = await chainOf(client, `${run.workflowId}/look`);
    expect(chain.length).toBeGreaterThan(3);
  });

  it('does so in the middle of a delegation, and the agent above gets its answer', async () => {
    const { start, recorded, client } = await startOften({
      model(input) {
        if (input.conversationId.endsWith('research')) return looksOn(input);
        return input.turn === 1 ? delegatesTo('research') : delivers('bought');
      },
    });
    const run = await start(agentNode('trading'), { agents });
    expect(await run.result()).toBe('bought');
    const chain = await chainOf(client, `${run.workflowId}/look/turn-1-0-research`);
    expect(chain.length).toBeGreaterThan(3);
    expect(recorded.observations).toMatchObject([
      { observation: { output: `after turn ${turns}` } },
    ]);
  });

  it('still knows then what it had read from outside', async () => {
    const { start, recorded, client } = await startOften({
      model: looksOn,
      tool: ({ step }) => ({
        status: 'completed',
        output: null,
        preview: '',
        ...(step === 'turn-1.call-0' && { outside: ['scrape_page https://a.example'] }),
      }),
    });
    const run = await start(agentNode('research'), { agents });
    await run.result();
    expect((await chainOf(client, `${run.workflowId}/look`)).length).toBeGreaterThan(3);
    const [first, ...later] = recorded.tools.map(({ outside = [] }) => outside);
    expect(first).toEqual([]);
    expect(later).toEqual(later.map(() => ['scrape_page https://a.example']));
    expect(recorded.finished?.nodes[0]?.outside).toEqual(['scrape_page https://a.example']);
  });

  it('loses no instruction, and takes none in twice, whenever it comes', async () => {
    const { start, recorded, client } = await startOften({ model: looksOn });
    const run = await start(agentNode('research'), { agents });
    const agent = client.workflow.getHandle(`${run.workflowId}/look`);
    await expect.poll(() => recorded.models.length, { timeout: 20_000 }).toBeGreaterThan(0);
    const told: string[] = [];
    const done = () => recorded.models.length + recorded.tools.length;
    while (recorded.models.length < turns - 2) {
      const before = done();
      const instruction = `mind ${told.length}`;
      told.push(instruction);
      await agent.signal(resumeAgent, { by: 'operator', instruction });
      await expect.poll(done, { timeout: 20_000, interval: 1 }).toBeGreaterThan(before);
    }
    await run.result();
    expect(recorded.instructions.map(({ text }) => text)).toEqual(told);
    expect(recorded.instructions.map(({ earlier }) => earlier)).toEqual(told.map((_, at) => at));
    expect((await chainOf(client, agent.workflowId)).length).toBeGreaterThan(3);
  });

  // Takes ten seconds on a quiet machine, as it begins anew so often.
  it(
    'waits for a person as before: in a delegation for money, and interrupted',
    { timeout: 120_000 },
    async () => {
      let refusals = 0;
      const { start, recorded, client } = await startOften({
        model(input) {
          if (!input.conversationId.endsWith('research')) {
            return input.turn === 1 ? delegatesTo('research') : delivers('bought');
          }
          if (input.turn === 10 && refusals < 2) {
            refusals += 1;
            return overBudget;
          }
          return looksOn(input);
        },
      });
      const run = await start(agentNode('trading'), { agents });
      const agent = client.workflow.getHandle(`${run.workflowId}/look/turn-1-0-research`);
      for (const asked of [1, 2]) {
        await expect.poll(() => recorded.approvals.length, { timeout: 60_000 }).toBe(asked);
        if (asked === 2) await agent.signal(interruptAgent, { by: 'operator' });
        const approvalId = recorded.approvals[asked - 1]?.approvalId ?? '';
        await run.signal(resolveApproval, { approvalId, decision: 'approve', by: 'operator' });
      }
      await expect.poll(() => recorded.interrupted.length, { timeout: 60_000 }).toBe(1);
      await agent.signal(resumeAgent, { by: 'operator', instruction: 'go on' });
      expect(await run.result()).toBe('bought');
      expect(recorded.raised.map(({ approvalId }) => approvalId)).toEqual(
        recorded.approvals.map(({ approvalId }) => approvalId),
      );
      expect(recorded.instructions).toMatchObject([{ text: 'go on' }]);
    },
  );

  it('is cancelled whenever the cancel comes', async () => {
    const { start, recorded } = await startOften({ model: () => asks('get_price') });
    const run = await start(agentNode('research'), { agents });
    await expect.poll(() => recorded.models.length, { timeout: 20_000 }).toBeGreaterThan(7);
    await run.cancel();
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(recorded.finished).toMatchObject({ status: 'cancelled' });
  });

  it('does so too while the limits of its models make it wait', async () => {
    let waited = 0;
    const { start, client } = await startOften({
      model: () => {
        waited += 1;
        return waited < 16
          ? { status: 'waiting', retryAfterMs: 10, reason: 'a long queue' }
          : delivers('at last');
      },
    });
    const run = await start(agentNode('research'), { agents });
    expect(await run.result()).toBe('at last');
    expect((await chainOf(client, `${run.workflowId}/look`)).length).toBeGreaterThan(2);
  });
});
