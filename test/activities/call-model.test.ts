import { CancelledFailure } from '@temporalio/activity';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AllModelsFailed } from '../../activities/models/router.ts';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { CallModelInput, CallModelResult } from '../../contracts/activities/index.ts';
import type { ToolCall } from '../../contracts/models/messages.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { databases } from '../support/databases.ts';
import { activitiesOver, storedRun } from './support/activities.ts';

const conversationId = 'run_1/decide';
const place = { runId: 'run_1', nodePath: 'decide', conversationId };
const turn = (number: number, toolChoice: CallModelInput['toolChoice'] = 'auto') => ({
  ...place,
  step: `turn-${number}`,
  turn: number,
  toolChoice,
});
const agentNamed = (name: string): AgentDefinition => {
  const agent = builtInAgents[name];
  if (!agent) throw new Error(`no agent ${name}`);
  return agent;
};

async function answerOf(result: Promise<CallModelResult>) {
  const answer = await result;
  if (answer.status === 'answered') return answer;
  throw new Error(`the model has not answered: ${answer.status}`);
}

describe.each(databases)('a model call on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await open();
    await storedRun(database.db);
  });
  afterEach(() => database.close());

  async function opened(
    scripts: Parameters<typeof activitiesOver>[1],
    agent = agentNamed('research'),
    delegates: Record<string, string> = {},
  ) {
    const activities = activitiesOver(database.db, scripts);
    await activities.call('openConversation', {
      ...place,
      agent,
      task: 'Look at SPX',
      delegates,
      budgets: [],
    });
    return {
      ...activities,
      answer: (input: CallModelInput) => answerOf(activities.call('callModel', input)),
    };
  }

  it('gives the calls that the model asks for, and keeps the arguments in the database', async () => {
    const { call, conversations } = await opened({
      model: () => ({
        toolCalls: [{ id: 'a', name: 'get_price', args: { symbol: 'SPX' } }],
        finish: 'tool_calls',
      }),
    });
    expect(await call('callModel', turn(1))).toEqual({
      status: 'answered',
      workedMs: expect.any(Number),
      preview: '',
      calls: [{ call: 0, name: 'get_price', label: 'get_price SPX' }],
    });
    expect((await conversations.answer(conversationId, 1))?.toolCalls).toEqual([
      { id: 'a', name: 'get_price', args: { symbol: 'SPX' } },
    ]);
  });

  it('gives the answer that was stored first to both of two attempts that overlap in two processes', async () => {
    const [second, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let count = 0;
    const scripts = {
      model: async () => {
        count += 1;
        const name = count === 1 ? 'get_price' : 'get_ohlcv';
        if (count === 1) {
          asked.resolve();
          await second.promise;
        }
        return {
          toolCalls: [{ id: name, name, args: { symbol: 'SPX' } }],
          finish: 'tool_calls' as const,
        };
      },
    };
    const { call, conversations } = await opened(scripts);
    const other = activitiesOver(database.db, scripts);
    const stalled = call('callModel', turn(1));
    await asked.promise;
    const quick = await other.call('callModel', turn(1));
    second.resolve();
    expect(quick).toMatchObject({ calls: [{ call: 0, name: 'get_ohlcv' }] });
    expect(await stalled).toMatchObject({ calls: [{ call: 0, name: 'get_ohlcv' }] });
    const messages = await conversations.ofTurn(conversationId, 1);
    expect(messages).toHaveLength(1);
  });

  it('is paid once: a turn with a stored answer is not asked again', async () => {
    const { answer, call, asked } = await opened({ model: () => ({ text: 'the trend is up' }) });
    const first = await answer(turn(1));
    expect(await call('callModel', turn(1))).toEqual(first);
    expect(first.output).toEqual({ report: 'the trend is up' });
    expect(asked).toHaveLength(1);
  });

  it('is paid once though the answer holds what the database refuses', async () => {
    const { answer, call, asked, conversations } = await opened({
      model: () => ({
        text: `${'x'.repeat(198)}📈 up\0`,
        toolCalls: [{ id: 'a\0', name: 'get\ud83d', args: { 'key\0': ['\udcc8'] } }],
      }),
    });
    const first = await answer(turn(1));
    expect(first.preview).toBe(`${'x'.repeat(198)}…`);
    expect(await call('callModel', turn(1))).toEqual(first);
    expect(asked).toHaveLength(1);
    expect(await conversations.answer(conversationId, 1)).toEqual({
      role: 'assistant',
      text: `${'x'.repeat(198)}📈 up\ufffd`,
      toolCalls: [{ id: 'a\ufffd', name: 'get\ufffd', args: { 'key\ufffd': ['\ufffd'] } }],
      model: 'openai:default',
    });
  });

  it('records the tokens and every provider that was tried', async () => {
    const attempts = [
      {
        model: 'openai:a',
        status: 'failed' as const,
        error: { code: '500', message: 'broken' },
        durationMs: 3,
      },
      { model: 'anthropic:b', status: 'answered' as const, durationMs: 5 },
    ];
    const { call, steps } = await opened({
      model: () => ({ text: 'up', model: 'anthropic:b', attempts }),
    });
    await call('callModel', turn(1));
    expect(await steps.list('run_1')).toMatchObject([
      { status: 'completed', name: 'anthropic:b', attempts, inputTokens: 10, outputTokens: 5 },
    ]);
  });

  it('that no model answers waits for those that are unavailable, and the record says since when', async () => {
    const attempts = [{ model: 'openai:a', status: 'failed' as const, durationMs: 1 }];
    const failed = new AllModelsFailed('No model answered. openai:a: 500.', {
      attempts,
      retryable: true,
      retryAfterMs: 2_000,
      away: ['openai:a', 'anthropic:b'],
    });
    const { call, steps } = await opened({ model: () => failed });
    const waiting = {
      status: 'waiting',
      retryAfterMs: 2_000,
      reason: 'No model answered. openai:a: 500.',
    };
    const waitingSince = Date.UTC(2026, 0, 1);
    expect(await call('callModel', { ...turn(1), waitingSince })).toMatchObject({
      ...waiting,
      away: 'openai:a and anthropic:b',
    });
    const output = { waiting: waiting.reason, since: '2026-01-01T00:00:00.000Z' };
    expect(await steps.list('run_1')).toMatchObject([{ status: 'running', output, attempts }]);
    for (let looks = 1; looks < 30; looks += 1) await call('callModel', turn(1));
    expect((await steps.list('run_1'))[0]?.attempts).toHaveLength(20);
    await call('callModel', { ...turn(1), givesUpAt: Date.now() });
    const error = { type: 'Outage', message: waiting.reason };
    expect(await steps.list('run_1')).toMatchObject([{ status: 'failed', error }]);
  });

  it('that exceeds the limits of all models waits, and is not an outage', async () => {
    const failed = new AllModelsFailed('Rate limit.', {
      attempts: [],
      retryable: true,
      isBusy: true,
    });
    const { call } = await opened({ model: () => failed });
    const result = await call('callModel', turn(1));
    expect(result).toMatchObject({ status: 'waiting', retryAfterMs: 1_000 });
    expect(result).not.toHaveProperty('away');
  });

  it.each([
    ['refused for good', { retryable: false }, true],
    ['failed for a reason that may pass', { retryable: true }, false],
    ['broken off', { retryable: true, away: ['openai:a'], hasBrokenOff: true }, false],
  ])('that is %s fails with what was tried', async (_how, how, nonRetryable) => {
    const failed = new AllModelsFailed('No model answered.', { attempts: [], ...how });
    const { call } = await opened({ model: () => failed });
    await expect(call('callModel', turn(1))).rejects.toMatchObject({
      type: 'AllModelsFailed',
      nonRetryable,
      message: 'No model answered.',
    });
  });

  it('that the model declines is no answer', async () => {
    const { call } = await opened({ model: () => ({ text: 'no', finish: 'content_filter' }) });
    await expect(call('callModel', turn(1))).rejects.toMatchObject({
      type: 'ContentFilter',
      nonRetryable: true,
    });
  });

  it('takes a decision only as a call of the output tool with valid arguments', async () => {
    const hold = { action: 'hold', symbol: 'SPX', confidence: 0.5, reason: 'flat' };
    const { answer, call, conversations } = await opened(
      {
        model(_chain, { messages }) {
          const args = messages.length > 2 ? hold : { action: 'hold' };
          return { toolCalls: [{ id: 'x', name: 'submit_trade_decision', args }] };
        },
      },
      agentNamed('trading'),
    );
    expect(await call('callModel', turn(1))).toEqual({
      status: 'answered',
      workedMs: expect.any(Number),
      preview: '',
      calls: [],
      refused: expect.stringContaining('submit_trade_decision: '),
    });
    const observed = (await conversations.messages(conversationId)).at(-1)?.message;
    expect(observed).toMatchObject({ role: 'tool', callId: 'x', isError: true });
    expect(observed?.role === 'tool' && observed.text).toContain('symbol');
    expect((await answer(turn(2))).output).toEqual(hold);
  });

  it('does not take text for a decision, and forces the output tool when asked to finish', async () => {
    const { call, asked } = await opened(
      { model: () => ({ text: '{"action": "buy"}' }) },
      agentNamed('trading'),
    );
    expect(await call('callModel', turn(1))).toEqual({
      status: 'answered',
      workedMs: expect.any(Number),
      preview: '{"action": "buy"}',
      calls: [],
    });
    await call('callModel', turn(2, 'finish'));
    const [, request] = asked[1] ?? [];
    expect(request?.toolChoice).toEqual({ tool: 'submit_trade_decision' });
    expect(request?.tools.map(({ name }) => name)).toEqual(['submit_trade_decision']);
    expect(request?.messages.at(-1)).toMatchObject({ role: 'user' });
  });

  it('for a plan may come with the first calls', async () => {
    const toolCalls: ToolCall[] = [
      { id: 'a', name: 'get_price', args: { symbol: 'SPX' } },
      { id: 'b', name: 'set_plan', args: { steps: [{ text: 'Read' }, { text: 'Write' }] } },
    ];
    const { call, asked, plans } = await opened({ model: () => ({ toolCalls }) });
    expect(await call('callModel', turn(1, 'plan'))).toMatchObject({
      calls: [{ call: 0, name: 'get_price' }],
      plan: { done: 0, steps: 2 },
    });
    const [, request] = asked[0] ?? [];
    expect(request?.toolChoice).toBe('required');
    expect(request?.tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['get_price', 'set_plan']),
    );
    expect((await plans.latest(conversationId))?.steps).toHaveLength(2);
  });

  it('for a plan takes no result without one at first, and is for the plan alone then', async () => {
    const hold = { action: 'hold', symbol: 'SPX', confidence: 0.5, reason: 'flat' };
    const { call, asked, conversations } = await opened(
      { model: () => ({ toolCalls: [{ id: 'x', name: 'submit_trade_decision', args: hold }] }) },
      agentNamed('trading'),
    );
    const first = await call('callModel', turn(1, 'plan'));
    expect(first).toEqual({ status: 'answered', workedMs: 0, preview: '', calls: [] });
    expect(await call('callModel', turn(1, 'plan'))).toEqual(first);
    expect((await conversations.messages(conversationId)).at(-1)?.message).toMatchObject({
      role: 'tool',
      isError: true,
      text: expect.stringContaining('set_plan'),
    });
    expect(await call('callModel', turn(2, 'plan'))).toMatchObject({ output: hold });
    const [, request] = asked[1] ?? [];
    expect(request?.toolChoice).toEqual({ tool: 'set_plan' });
    expect(request?.messages.at(-1)).toMatchObject({
      role: 'user',
      text: expect.stringContaining('set_plan'),
    });
  });

  it('for a plan takes a result that comes with one', async () => {
    const hold = { action: 'hold', symbol: 'SPX', confidence: 0.5, reason: 'flat' };
    const toolCalls: ToolCall[] = [
      { id: 'x', name: 'submit_trade_decision', args: hold },
      { id: 'y', name: 'set_plan', args: { steps: [{ text: 'Hold' }] } },
    ];
    const { call, plans } = await opened({ model: () => ({ toolCalls }) }, agentNamed('trading'));
    expect(await call('callModel', turn(1, 'plan'))).toMatchObject({ output: hold });
    expect((await plans.latest(conversationId))?.steps).toMatchObject([{ status: 'done' }]);
  });

  it('offers the agents to delegate to, and gives their calls as delegations', async () => {
    const { answer, asked } = await opened(
      {
        model: () => ({
          toolCalls: [{ id: 'd', name: 'delegate_to_research', args: { task: 'News?' } }],
        }),
      },
      agentNamed('trading'),
      { research: 'Market researcher' },
    );
    expect((await answer(turn(1))).calls).toEqual([
      {
        call: 0,
        name: 'delegate_to_research',
        label: 'delegate to research',
        delegateTo: { agent: 'research', mark: expect.any(String) },
      },
    ]);
    expect(asked[0]?.[1].tools.map(({ name }) => name)).toContain('delegate_to_research');
  });

  it('keeps a long answer out of the history', async () => {
    const { answer, artifacts } = await opened({ model: () => ({ text: 'x'.repeat(70_000) }) });
    const { output } = await answer(turn(1));
    expect(JSON.stringify(output).length).toBeLessThan(1_000);
    expect(await artifacts.resolve(output ?? null)).toEqual({ report: 'x'.repeat(70_000) });
  });

  it.each([true, undefined])(
    'continues after a content filter where its agent says so: %s',
    async (failoverOnContentFilter) => {
      const agent = { ...agentNamed('research'), failoverOnContentFilter };
      const { call, asked } = await opened({}, agent);
      await call('callModel', turn(1));
      expect(asked[0]?.[2]).toMatchObject({
        failoverOnContentFilter: failoverOnContentFilter ?? false,
      });
    },
  );

  it('is aborted by a cancel, which is no failure of the provider', async () => {
    const environment = new MockActivityEnvironment({ attempt: 1 });
    const { call, steps } = await opened({
      async model(_chain, _request, { signal }) {
        environment.cancel('CANCELLED');
        return new Promise<never>((_resolve, reject) => {
          if (signal.aborted) reject(new Error('aborted'));
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      },
    });
    await expect(call('callModel', turn(1), environment)).rejects.toBeInstanceOf(CancelledFailure);
    expect((await steps.list('run_1'))[0]).toMatchObject({
      status: 'failed',
      error: { type: 'Cancelled' },
    });
  });
});
