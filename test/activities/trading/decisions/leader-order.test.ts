import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callHash } from '../../../../activities/tool-kit/agent-asking.ts';
import { builtInAgents } from '../../../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../../../contracts/agents/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { databases } from '../../../support/databases.ts';
import { activitiesOver, storedRun } from '../../support/activities.ts';

const conversationId = 'run_1/decide';
const place = { runId: 'run_1', nodePath: 'decide', conversationId };
const long = { symbol: 'SPX', quantity: 2, referencePrice: 3000, stopLoss: 2940, reason: 'up' };
const order = {
  symbol: 'SPX',
  side: 'buy',
  type: 'market',
  quantity: 2,
  referencePrice: 3000,
  stopLoss: 2940,
};
const placed = { order: { clientOrderId: 'a1', status: 'filled' }, fill: { price: 3001 } };

type Call = { name: string; args: JsonObject };

describe.each(databases)("a leader's decision to act, on $name", ({ open }) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await open();
    await storedRun(database.db);
  });
  afterEach(() => database.close());

  /** A leader whose model answers with some calls at each turn. */
  async function leader(turns: Call[][], changes: Partial<AgentDefinition> = {}) {
    const agent = { ...builtInAgents['leader'], planning: 'none', ...changes } as AgentDefinition;
    const activities = activitiesOver(database.db, {
      model: (_chain, { messages }) => {
        const turn = messages.filter(({ role }) => role === 'assistant').length;
        const calls = turns[turn] ?? [];
        return { toolCalls: calls.map((call, at) => ({ id: `${turn}-${at}`, ...call })) };
      },
      tool: ({ tool }) => ({
        status: 'completed',
        output: tool === 'create_paper_order' ? placed : { price: 1 },
        metadata: { executionMs: 1, cached: false },
      }),
    });
    const task = { agent, task: 'Decide on SPX', delegates: {}, budgets: [] };
    await activities.call('openConversation', { ...place, ...task });
    return {
      ...activities,
      ask: (turn: number) =>
        activities.call('callModel', { ...place, step: `turn-${turn}`, turn, toolChoice: 'auto' }),
      run: (tool: string, turn: number, call = 0) =>
        activities.call('runTool', {
          runId: 'run_1',
          nodePath: 'decide',
          step: `turn-${turn}.call-${call}`,
          tool,
          args: { conversationId, turn, call },
          allowedTools: agent.tools,
        }),
    };
  }

  it('is the order: its tool is called, and its outcome is part of the decision', async () => {
    const { ask, run, toolRequests, conversations } = await leader([
      [{ name: 'open_long', args: long }],
    ]);
    const answer = await ask(1);
    expect(answer).not.toHaveProperty('output');
    expect(answer).toMatchObject({ calls: [{ name: 'create_paper_order', delivers: true }] });
    expect(await run('create_paper_order', 1)).toMatchObject({
      status: 'completed',
      output: {
        action: 'open_long',
        symbol: 'SPX',
        quantity: 2,
        reason: 'up',
        order: 'a1',
        placed,
      },
    });
    expect(toolRequests).toMatchObject([{ tool: 'create_paper_order', args: order }]);
    const { message } = (await conversations.messages(conversationId)).at(-1)!;
    expect(message).toMatchObject({ role: 'tool', name: 'open_long', isError: false });
  });

  it('is what a person approves, call by call', async () => {
    const { ask, call, approvals } = await leader([[{ name: 'open_long', args: long }]]);
    await ask(1);
    await call('requestApproval', {
      approvalId: 'run_1.decide.call-1-0',
      runId: 'run_1',
      nodePath: 'decide',
      workflowId: conversationId,
      title: 'Allow it?',
      show: {},
      approvers: ['operator'],
      expiresAt: Date.now() + 60_000,
      call: { conversationId, turn: 1, call: 0 },
    });
    expect(await approvals.get('run_1.decide.call-1-0')).toMatchObject({
      tool: 'create_paper_order',
      args: order,
      hash: callHash('create_paper_order', order),
    });
  });

  it('is the only way: the order tool is not offered to the model', async () => {
    const { ask, asked } = await leader([[{ name: 'open_long', args: long }]]);
    await ask(1);
    const offered = asked[0]![1].tools.map(({ name }) => name);
    expect(offered).toContain('open_long');
    expect(offered).toContain('cancel_paper_order');
    expect(offered).not.toContain('create_paper_order');
  });

  it('says that no order follows where the agent cannot place one', async () => {
    const { ask } = await leader([[{ name: 'open_long', args: long }]], { tools: ['get_price'] });
    expect(await ask(1)).toMatchObject({
      calls: [],
      output: { action: 'open_long', order: null, noOrder: expect.stringContaining('tools') },
    });
  });

  it('is carried out alone: other calls of the answer are put off', async () => {
    const { ask, conversations } = await leader([
      [
        { name: 'get_price', args: { symbol: 'SPX' } },
        { name: 'open_long', args: long },
        { name: 'open_short', args: long },
      ],
    ]);
    expect(await ask(1)).toMatchObject({ calls: [{ call: 1, name: 'create_paper_order' }] });
    const messages = (await conversations.messages(conversationId)).map(({ message }) => message);
    expect(messages.filter(({ role }) => role === 'tool')).toMatchObject([
      {
        name: 'get_price',
        isError: true,
        text: expect.stringContaining('already being delivered'),
      },
      { name: 'open_short', isError: true, text: expect.stringContaining('earlier call') },
    ]);
  });

  it('orders nothing twice where the model had placed the order itself', async () => {
    const { ask, run, toolRequests } = await leader([
      [{ name: 'create_paper_order', args: order }],
      [{ name: 'open_long', args: { ...long, order: 'a1' } }],
    ]);
    await ask(1);
    await run('create_paper_order', 1);
    expect(await ask(2)).toMatchObject({ calls: [], output: { action: 'open_long', order: 'a1' } });
    expect(toolRequests).toHaveLength(1);
  });
});
