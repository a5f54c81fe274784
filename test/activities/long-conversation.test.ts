import { z } from 'zod';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallModelInput } from '../../contracts/activities/index.ts';
import { agentSchema } from '../../contracts/agents/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { noUsage } from '../../contracts/models/messages.ts';
import type { ChatMessage } from '../../contracts/models/messages.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { databases } from '../support/databases.ts';
import { activitiesOver, storedRun } from './support/activities.ts';

const conversationId = 'run_1/read';
const place = { runId: 'run_1', nodePath: 'read', conversationId };
const turn = (number: number, toolChoice: CallModelInput['toolChoice'] = 'auto') => ({
  ...place,
  step: `turn-${number}`,
  turn: number,
  toolChoice,
});
const summaryUpTo = (through: number, number: number) => ({
  ...place,
  step: `summary-${through}`,
  turn: number,
  through,
});
const agent = agentSchema.parse({
  name: 'reader',
  role: 'Reader',
  instructions: 'Read on.',
  tools: ['get_price'],
  planning: 'model',
});
const page = (number: number) => `Page ${number}. ${'It goes on and on like that. '.repeat(140)}`;
const window = 10_000;
const reads = (id: string, args: JsonObject) => ({ id, name: 'read_result', args });

type Scripts = Parameters<typeof activitiesOver>[1];

describe.each(databases)('a long conversation on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await open();
    await storedRun(database.db);
  });
  afterEach(() => database.close());

  /** An agent that has read `turns` pages. */
  async function read(turns: number, scripts: Scripts = {}) {
    const activities = activitiesOver(database.db, { window, ...scripts });
    await activities.call('openConversation', {
      ...place,
      agent,
      task: 'Read the book',
      delegates: {},
      budgets: [],
    });
    for (let number = 1; number <= turns; number += 1) {
      const id = `call_${number}`;
      const toolCalls = [{ id, name: 'get_price', args: { page: number } }];
      const messages: ChatMessage[] = [
        { role: 'assistant', text: `I read page ${number}.`, toolCalls },
        { role: 'tool', callId: id, name: 'get_price', text: page(number), isError: false },
      ];
      await activities.conversations.append(
        conversationId,
        messages.map((message, position) => ({ turn: number, position, message })),
      );
    }
    return {
      ...activities,
      lastAsked: () => activities.asked.at(-1)?.[1],
    };
  }

  it('that fits is sent whole, and offers no reading again', async () => {
    const { call, lastAsked } = await read(3);
    await call('callModel', turn(4));
    expect(lastAsked()?.messages).toHaveLength(2 + 3 * 2);
    expect(lastAsked()?.tools.map(({ name }) => name)).not.toContain('read_result');
  });

  it('has references instead of old results, which say how to read them again', async () => {
    const { call, lastAsked, steps } = await read(10);
    await call('callModel', turn(11));
    const results = lastAsked()?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results).toHaveLength(10);
    expect(results[0]?.text).toMatch(/^Page 1\..*read_result\(\{"result": "1\.0", "page": 1\}\)/s);
    expect(results[9]?.text).toBe(page(10));
    expect(lastAsked()?.tools.map(({ name }) => name)).toContain('read_result');
    expect(await steps.get({ ...place, step: 'turn-11' })).toMatchObject({
      input: { context: { window, referencedThrough: expect.any(Number) } },
    });
  });

  it('gives a stored result back in pages', async () => {
    const { call, conversations } = await read(10, {
      model: () => ({
        toolCalls: [
          reads('a', { result: '2.0' }),
          reads('b', { result: '2.0', page: 2 }),
          reads('c', { result: '2.0', page: 3 }),
          reads('d', { result: '99.0' }),
        ],
        finish: 'tool_calls',
      }),
    });
    expect(await call('callModel', turn(11))).toMatchObject({ calls: [], reads: 4 });
    const texts = (await conversations.ofTurn(conversationId, 11)).slice(1).map(({ text }) => text);
    const whole = [texts[0], texts[1]].map((text) => text?.split(':\n')[1]).join('');
    expect(whole).toBe(page(2));
    expect(texts[2]).toContain('The result 2.0 has 2 pages.');
    expect(texts[3]).toContain('Result 99.0 not found.');
  });

  it('that references do not make short enough is to be summarised first, and says how far', async () => {
    const { call, asked, steps } = await read(60);
    const due = await call('callModel', turn(61));
    expect(due).toMatchObject({ status: 'summary_due' });
    expect(asked).toHaveLength(0);
    expect(await steps.get({ ...place, step: 'turn-61' })).toMatchObject({
      status: 'running',
      output: { waiting: expect.stringContaining('must be summarised first') },
    });
  });

  async function summarized(scripts: Scripts = {}) {
    const activities = await read(60, {
      model: (_chain, { messages }) => ({
        text: messages[0]?.text.startsWith('You keep the notes') ? 'It went on and on.' : '',
        toolCalls: messages[0]?.text.startsWith('You keep the notes')
          ? []
          : [{ id: 'next', name: 'get_price', args: {} }],
      }),
      ...scripts,
    });
    await activities.conversations.append(conversationId, [
      { turn: 3, position: 1_000, message: { role: 'user', text: 'Mind the gap.' } },
    ]);
    const due = await activities.call('callModel', turn(61));
    if (due.status !== 'summary_due') throw new Error(`it is ${due.status}`);
    return { ...activities, through: due.through };
  }

  it('has its oldest turns summarised by a call of its own, which is recorded and paid once', async () => {
    const { call, asked, callers, steps, through } = await summarized();
    await call('summarizeTurns', summaryUpTo(through, 61));
    expect(await call('summarizeTurns', summaryUpTo(through, 61))).toMatchObject({
      status: 'answered',
    });
    expect(asked).toHaveLength(1);
    expect(callers[0]?.callId).toBe(`run_1/read#summary-${through}`);
    const [, request] = asked[0] ?? [];
    expect(request?.messages[1]?.text).toContain('Its task:\nRead the book');
    expect(request?.messages[1]?.text).toContain('[1.0] get_price gave: Page 1.');
    expect(await steps.get({ ...place, step: `summary-${through}` })).toMatchObject({
      kind: 'model',
      status: 'completed',
      label: `summary of turns 1 to ${through}`,
      inputTokens: 10,
      output: { text: 'It went on and on.' },
    });
  });

  it('goes on from the summary: what people said in it stays word for word, later turns as they were', async () => {
    const { call, lastAsked, through } = await summarized();
    await call('summarizeTurns', summaryUpTo(through, 61));
    expect(await call('callModel', turn(61))).toMatchObject({ status: 'answered' });
    const messages = lastAsked()?.messages ?? [];
    expect(messages.slice(0, 2).map(({ text }) => text)).toEqual([
      expect.stringContaining('Read on.'),
      'Read the book',
    ]);
    expect(messages[2]?.text).toContain(`Your turns 1 to ${through} are left out`);
    expect(messages[2]?.text).toContain('<summary>\nIt went on and on.\n</summary>');
    expect(messages[2]?.text).toContain('After turn 3: Mind the gap.');
    expect(messages[3]?.text).toBe(`I read page ${through + 1}.`);
    expect(messages.at(-1)?.text).toBe(page(60));
  });

  it('whose model writes no summary keeps the beginnings of what was said', async () => {
    const { call, conversations, through } = await summarized({ model: () => ({ text: '' }) });
    await call('summarizeTurns', summaryUpTo(through, 61));
    const summary = await conversations.messageAt(conversationId, through, 2_000_000);
    expect(summary?.text).toContain('Turn 1, it said: I read page 1.');
  });

  it('is kept shorter when the provider counted more of it than was estimated', async () => {
    let counted = 0;
    const { call, steps } = await read(5, {
      model: () => ({ usage: { ...noUsage, inputTokens: counted, outputTokens: 1 } }),
    });
    const estimated = async (number: number) => {
      await call('callModel', turn(number));
      const step = await steps.get({ ...place, step: `turn-${number}` });
      const { context } = z
        .object({ context: z.object({ estimatedTokens: z.number() }) })
        .parse(step?.input);
      return context.estimatedTokens;
    };
    counted = 2 * (await estimated(8));
    const before = await estimated(9);
    expect(await estimated(10)).toBeLessThan(window / 2);
    expect(before).toBeGreaterThan(window / 2);
  });
});
