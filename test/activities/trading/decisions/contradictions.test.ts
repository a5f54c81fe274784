import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtInAgents } from '../../../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../../../contracts/agents/index.ts';
import type { JsonObject } from '../../../../contracts/base/json.ts';
import { toChatCompletionsTool } from '../../../../contracts/tools/definitions/index.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { databases } from '../../../support/databases.ts';
import { activitiesOver, storedRun } from '../../support/activities.ts';

const conversationId = 'run_1/decide';
const place = { runId: 'run_1', nodePath: 'decide', conversationId };
const order = { symbol: 'SPX', side: 'buy', quantity: 2, referencePrice: 3000 };
const said = { symbol: 'SPX', confidence: 0.5, reason: 'up' };
const hold = { name: 'submit_trade_decision', args: { action: 'hold', ...said } };

const aside = { name: 'stand_aside', args: { symbol: 'SPX', reason: 'not clear' } };

type Delivery = { name: string; args: JsonObject };

describe.each(databases)('an agent that delivers a decision, on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await open();
    await storedRun(database.db);
  });
  afterEach(() => database.close());

  /** The first two turns of an agent whose model delivers one after the other. */
  async function delivered(name: string, deliveries: Delivery[]) {
    const agent = { ...builtInAgents[name], planning: 'none' } as AgentDefinition;
    const activities = activitiesOver(database.db, {
      model: () => ({ toolCalls: [{ id: 'call', ...deliveries.shift()! }] }),
    });
    const task = { agent, task: 'Decide on SPX', delegates: {}, budgets: [] };
    const asked = { symbol: 'spx ', note: 'QQQ' };
    await activities.call('openConversation', { ...place, ...task, asked });
    const ask = (turn: number) =>
      activities.call('callModel', { ...place, step: `turn-${turn}`, turn, toolChoice: 'auto' });
    const answers = [await ask(1), await ask(2)];
    return { answers, observation: activities.asked[1]![1].messages.at(-1) };
  }

  it.each<[string, string, Delivery, string]>([
    [
      'a sell order with buy',
      'trading',
      { name: hold.name, args: { action: 'buy', ...said, order: { ...order, side: 'sell' } } },
      'the side of its order must be buy',
    ],
    [
      'an order in another symbol',
      'trading',
      { name: hold.name, args: { action: 'buy', ...said, order: { ...order, symbol: 'QQQ' } } },
      'use the same symbol in both',
    ],
    [
      'an order with hold',
      'trading',
      { name: hold.name, args: { action: 'hold', ...said, order } },
      'hold has no order: leave it out',
    ],
    [
      'open_long without an order',
      'leader',
      { name: 'open_long', args: { symbol: 'SPX', reason: 'up' } },
      'at quantity',
    ],
    [
      'a decision on another symbol',
      'trading',
      {
        name: hold.name,
        args: { action: 'buy', ...said, symbol: 'QQQ', order: { ...order, symbol: 'QQQ' } },
      },
      'the task is about spx,',
    ],
    [
      'a close in another symbol',
      'leader',
      {
        name: 'close',
        args: { symbol: 'QQQ', side: 'sell', quantity: 2, referencePrice: 3000, reason: 'down' },
      },
      'the task is about spx,',
    ],
  ])('is told to fix %s, and may deliver again', async (_what, name, wrong, mend) => {
    const { answers, observation } = await delivered(name, [
      wrong,
      name === 'leader' ? aside : hold,
    ]);
    expect(answers[0]).not.toHaveProperty('output');
    expect(answers[0]).toMatchObject({ calls: [], refused: expect.stringContaining(mend) });
    expect(observation).toMatchObject({
      role: 'tool',
      isError: true,
      text: expect.stringContaining(mend),
    });
    const action = name === 'leader' ? 'stand_aside' : 'hold';
    expect(answers[1]).toMatchObject({ output: { action } });
  });

  it('delivers what was missing as no hold', async () => {
    const args = { action: 'no_data', symbol: 'SPX', missing: ['no price'] };
    const { answers } = await delivered('trading', [{ name: hold.name, args }, hold]);
    expect(answers[0]).toMatchObject({ output: args });
  });

  it('is offered one object whose fields are those of every decision', async () => {
    const agent = { ...builtInAgents['trading'], planning: 'none' } as AgentDefinition;
    const activities = activitiesOver(database.db, {
      model: () => ({ toolCalls: [{ id: 'call', ...hold }] }),
    });
    const task = { agent, task: 'Decide on SPX', delegates: {}, budgets: [] };
    await activities.call('openConversation', { ...place, ...task });
    await activities.call('callModel', { ...place, step: 'turn-1', turn: 1, toolChoice: 'auto' });
    const offered = activities.asked[0]![1].tools.find((tool) => tool.name === hold.name)!;
    expect(offered.parameters).toHaveProperty('oneOf');
    expect(toChatCompletionsTool(offered).function.parameters).toMatchObject({
      type: 'object',
      required: ['action', 'symbol'],
      properties: {
        action: { enum: ['buy', 'sell', 'hold', 'no_data'] },
        order: { type: 'object', properties: { side: { enum: ['buy', 'sell'] } } },
        missing: { type: 'array' },
      },
    });
  });
});
