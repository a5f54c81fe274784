import { ActivityCancellationDetails } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callHash } from '../../activities/tool-kit/agent-asking.ts';
import { ApprovalNeeded, ToolRefused } from '../../activities/tool-kit/executor.ts';
import type { CallSoFar } from '../../contracts/activities/index.ts';
import { builtInAgents } from '../../contracts/agents/index.ts';
import { defaultSideEffects } from '../../contracts/tools/side-effects.ts';
import { runChannel } from '../../contracts/runs/events.ts';
import type { RunNotice, ToolProgressEvent } from '../../contracts/runs/events.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { databases } from '../support/databases.ts';
import { activitiesOver, storedRun } from './support/activities.ts';

const place = { runId: 'run_1', nodePath: 'order' };

describe.each(databases)('a tool run on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await open();
    await storedRun(database.db);
  });
  afterEach(() => database.close());

  it('for a node gives the output by value and records the step', async () => {
    const { call, steps, toolRequests } = activitiesOver(database.db);
    const input = { ...place, step: 'tool', tool: 'get_price', args: { value: { symbol: 'SPX' } } };
    expect(await call('runTool', input)).toMatchObject({
      status: 'completed',
      output: { price: 1 },
    });
    expect(toolRequests).toMatchObject([{ key: 'run_1/order#tool', args: { symbol: 'SPX' } }]);
    expect(await steps.list('run_1')).toMatchObject([
      { kind: 'tool', name: 'get_price', status: 'completed', output: { price: 1 } },
    ]);
    const payer = await toolRequests[0]?.payer?.();
    expect(payer).toMatchObject({ source: 'run', runId: 'run_1', nodePath: 'order' });
    expect(payer).not.toHaveProperty('agent');
  });

  it('calls no tool once a later attempt has begun, or Temporal no longer waits for it', async () => {
    const { call, toolRequests } = activitiesOver(database.db);
    const input = { ...place, step: 'tool', tool: 'get_price', args: { value: { symbol: 'SPX' } } };
    const at = (attempt: number) =>
      new MockActivityEnvironment({ attempt, startToCloseTimeoutMs: 60_000 });
    await call('runTool', input, at(2));
    await expect(call('runTool', input, at(1))).rejects.toThrow('did not call the tool');
    const abandoned = at(3);
    abandoned.cancel('NOT_FOUND', new ActivityCancellationDetails({ notFound: true }));
    await expect(call('runTool', input, abandoned)).rejects.toThrow('did not call the tool');
    expect(toolRequests).toHaveLength(1);
  });

  it('is run as the user of its run', async () => {
    const { call, toolRequests } = activitiesOver(database.db);
    const runId = await storedRun(database.db, 'run_of_ann', { user: 'ann' });
    const args = { value: { symbol: 'SPX' } };
    await call('runTool', { runId, nodePath: 'price', step: 'tool', tool: 'get_price', args });
    expect(toolRequests).toMatchObject([{ user: 'ann' }]);
  });

  it('for an agent takes its arguments from the model and puts the answer in the conversation', async () => {
    const conversationId = 'run_1/research';
    const { call, conversations, toolRequests } = activitiesOver(database.db, {
      model: () => ({ toolCalls: [{ id: 'a', name: 'get_price', args: { symbol: 'SPX' } }] }),
    });
    const agent = builtInAgents['research'];
    if (!agent) throw new Error('no agent');
    const at = { runId: 'run_1', nodePath: 'research', conversationId };
    await call('openConversation', { ...at, agent, task: 'Look', delegates: {}, budgets: [] });
    await call('callModel', { ...at, step: 'turn-1', turn: 1, toolChoice: 'auto' });
    const result = await call('runTool', {
      runId: 'run_1',
      nodePath: 'research',
      step: 'turn-1.call-0',
      tool: 'get_price',
      args: { conversationId, turn: 1, call: 0 },
      allowedTools: ['get_price'],
    });
    expect(result).toMatchObject({ status: 'completed', output: null });
    expect(toolRequests[0]).toMatchObject({
      args: { symbol: 'SPX' },
      allowedTools: ['get_price'],
    });
    // Where the tool asks a model, its agent and the run pay.
    expect(await toolRequests[0]?.payer?.()).toEqual({
      source: 'run',
      user: expect.any(String),
      priority: 'normal',
      runId: 'run_1',
      nodePath: 'research',
      agent: 'research',
      budgets: [],
    });
    expect((await conversations.messages(conversationId)).at(-1)?.message).toEqual({
      role: 'tool',
      callId: 'a',
      name: 'get_price',
      text: '{"price":1}',
      isError: false,
    });
  });

  it('learns about an earlier attempt that never ended, but not about one that did', async () => {
    const failed = new ToolRefused('EXECUTION_ERROR', 'try again', { retryable: true });
    const { call, steps, toolRequests } = activitiesOver(database.db, {
      tool: () =>
        toolRequests.length === 1 ? failed : { status: 'completed', output: 1, metadata },
    });
    const metadata = { executionMs: 1, cached: false };
    const input = { ...place, step: 'tool', tool: 'get_price', args: { value: {} } };
    const asAttempt = (attempt: number) =>
      new MockActivityEnvironment({ attempt, startToCloseTimeoutMs: 60_000 });
    await expect(call('runTool', input, asAttempt(1))).rejects.toThrow('try again');
    await call('runTool', input, asAttempt(2));
    const lost = { ...place, step: 'lost' };
    await steps.start(lost, { kind: 'tool', name: 'get_price', label: '', attempt: 1 });
    await call('runTool', { ...input, ...lost }, asAttempt(2));
    expect(toolRequests.map(({ mayHaveRun }) => mayHaveRun)).toEqual([false, false, true]);
  });

  it.each([
    {
      before: { symbol: 'SPX' },
      key: 'run_1/order#tool',
      note: /^An earlier attempt of this call/,
    },
    { before: { symbol: 'NDX' }, key: 'run_2/order#tool', note: /other arguments may have.*SPX/ },
  ])('that a person approves again after $before is made once', async ({ before, key, note }) => {
    const { call, steps, approvals, toolRequests } = activitiesOver(database.db, {
      tool: ({ asking }) =>
        asking?.approval
          ? { status: 'completed', output: 1, metadata: { executionMs: 1, cached: false } }
          : new ApprovalNeeded('place_order', {}),
    });
    const lost = { type: 'EXECUTION_ERROR', message: 'lost', doubt: true as const };
    const start = { kind: 'tool' as const, name: 'place_order', label: 'SPX', attempt: 1 };
    await steps.start({ ...place, step: 'tool' }, { ...start, input: before });
    await steps.finish({ ...place, step: 'tool' }, { status: 'failed', error: lost });
    const runId = await storedRun(database.db, 'run_2', { retryOf: 'run_1' });
    const args = { symbol: 'SPX' };
    const input = {
      ...place,
      runId,
      step: 'tool',
      tool: 'place_order',
      args: { value: args },
      continues: 'run_1',
      sideEffects: { ...defaultSideEffects, policy: 'ask' as const },
    };
    const due = await call('runTool', input);
    expect(due).toMatchObject({ show: { earlierCall: expect.stringMatching(note) } });
    const id = `${runId}.order.tool`;
    const hash = callHash('place_order', args);
    await approvals.request({
      id,
      runId,
      nodePath: 'order',
      workflowId: runId,
      title: 'Allow it?',
      show: {},
      hash,
      approvers: ['operator'],
      expiresAt: new Date(),
      token: 'token',
    } as never);
    await approvals.close(id, { status: 'approved', by: 'ann' } as never);
    await call('runTool', { ...input, approvalId: id });
    expect(toolRequests.at(-1)).toMatchObject({ key, args });
  });

  it('is told where its node has it made once only', async () => {
    const { call, toolRequests } = activitiesOver(database.db);
    const input = { ...place, step: 'tool', tool: 'get_price', args: { value: {} } };
    await call('runTool', { ...input, maximumAttempts: 1 });
    await call('runTool', { ...input, step: 'other', maximumAttempts: 3 });
    expect(toolRequests.map(({ once }) => once)).toEqual([true, false]);
  });

  it.each([
    { code: 'EXECUTION_ERROR', retryable: true },
    { code: 'VALIDATION_ERROR', retryable: false },
  ] as const)('that is refused with $code fails under that type', async ({ code, retryable }) => {
    const { call, steps } = activitiesOver(database.db, {
      tool: () => new ToolRefused(code, 'what to do', { retryable, retryAfterMs: 500 }),
    });
    const input = { ...place, step: 'tool', tool: 'get_price', args: { value: {} } };
    await expect(call('runTool', input)).rejects.toMatchObject({
      type: code,
      message: 'what to do',
      nonRetryable: !retryable,
      nextRetryDelay: 500,
    });
    expect(await steps.list('run_1')).toMatchObject([
      { status: 'failed', error: { type: code, message: 'what to do' } },
    ]);
  });

  it('that waits for something outside says when to call again, and is still running', async () => {
    const { call, steps } = activitiesOver(database.db, {
      tool: () => ({ status: 'waiting', retryAfterMs: 100, reason: 'the next bar' }),
    });
    const input = { ...place, step: 'tool', tool: 'create_paper_order', args: { value: {} } };
    expect(await call('runTool', input)).toEqual({
      status: 'waiting',
      workedMs: expect.any(Number),
      retryAfterMs: 100,
      reason: 'the next bar',
    });
    expect((await steps.list('run_1'))[0]).toMatchObject({
      status: 'running',
      output: { waiting: 'the next bar' },
    });
  });

  it('waits for what its tool needs; an agent reads that an address it chose is unavailable', async () => {
    const options = (byRequest: boolean) => ({
      retryable: true,
      away: { what: 'the server of the request', byRequest },
    });
    const message = 'a.example cannot be reached.';
    const refusal = (byRequest: boolean) =>
      new ToolRefused('EXECUTION_ERROR', message, options(byRequest));
    const waiting = { status: 'waiting', reason: message, away: 'the server of the request' };
    const input = { ...place, step: 'tool', tool: 'get_price', args: { value: {} } };
    for (const byRequest of [true, false]) {
      const { call, steps } = activitiesOver(database.db, { tool: () => refusal(byRequest) });
      expect(await call('runTool', input)).toMatchObject(waiting);
      expect(await steps.list('run_1')).toMatchObject([{ output: { waiting: message } }]);
    }
    for (const byRequest of [true, false]) {
      const runId = await storedRun(database.db, `run_${byRequest}`);
      const agents = activitiesOver(database.db, {
        model: () => ({ toolCalls: [{ id: 'a', name: 'get_price', args: {} }] }),
        tool: () => refusal(byRequest),
      });
      const at = { runId, nodePath: 'look', conversationId: `${runId}/look` };
      const agent = builtInAgents['research']!;
      const opening = { ...at, agent, task: 'Look', delegates: {}, budgets: [] };
      await agents.call('openConversation', opening);
      await agents.call('callModel', { ...at, step: 'turn-1', turn: 1, toolChoice: 'auto' });
      const asked = { conversationId: at.conversationId, turn: 1, call: 0 };
      const call = agents.call('runTool', {
        runId,
        nodePath: 'look',
        step: 'turn-1.call-0',
        tool: 'get_price',
        args: asked,
      });
      if (byRequest) await expect(call).rejects.toMatchObject({ type: 'EXECUTION_ERROR' });
      else expect(await call).toMatchObject(waiting);
    }
  });

  it('that nobody waits for any longer is on record as failed', async () => {
    const input = { ...place, step: 'tool', tool: 'get_price', args: { value: {} } };
    const away = { what: 'a server that get_price needs' };
    const { call, steps } = activitiesOver(database.db, {
      tool: () => new ToolRefused('EXECUTION_ERROR', 'It is away.', { retryable: true, away }),
    });
    const stored = async () => (await steps.list('run_1'))[0];
    await call('runTool', { ...input, givesUpAt: Date.now() + 60_000 });
    expect(await stored()).toMatchObject({ status: 'running', output: { waiting: 'It is away.' } });
    const last = { ...input, givesUpAt: Date.now() };
    expect(await call('runTool', last)).toMatchObject({ status: 'waiting', away: away.what });
    expect(await stored()).toMatchObject({
      status: 'failed',
      error: { type: 'Outage', message: 'It is away.' },
    });
  });

  it('that may have run says so again where it waits, and where it failed it does not', async () => {
    const input = { ...place, step: 'tool', tool: 'get_price', args: { value: {} } };
    const away = { what: 'a server that get_price needs' };
    const { call, steps, toolRequests } = activitiesOver(database.db, {
      tool: () => new ToolRefused('EXECUTION_ERROR', 'away', { retryable: true, away }),
    });
    expect(await call('runTool', input)).not.toHaveProperty('soFar');
    const soFar = { mayHaveRun: true } as const;
    expect(await call('runTool', { ...input, soFar })).toMatchObject({ soFar });
    const error = { type: 'EXECUTION_ERROR', message: 'no' };
    await steps.finish({ ...place, step: 'tool' }, { status: 'failed', error });
    expect(await call('runTool', { ...input, soFar })).not.toHaveProperty('soFar');
    expect(toolRequests.map(({ mayHaveRun }) => mayHaveRun)).toEqual([false, true, false]);
  });

  it('that may have been executed before what it needs went away says so where it waits', async () => {
    const input = { ...place, step: 'tool', tool: 'place_order', args: { value: {} } };
    const why = { retryable: true, away: { what: 'the broker' }, doubt: true };
    const { call, steps, toolRequests } = activitiesOver(database.db, {
      tool: () => new ToolRefused('EXECUTION_ERROR', 'away', why),
    });
    const { soFar } = (await call('runTool', input)) as { soFar?: CallSoFar };
    expect(soFar).toEqual({ mayHaveRun: true });
    const [waiting] = await steps.list('run_1');
    expect(waiting).toMatchObject({ output: { waiting: 'away', mayHaveRun: true } });
    await call('runTool', { ...input, ...(soFar && { soFar }) });
    expect(toolRequests.map(({ mayHaveRun }) => mayHaveRun)).toEqual([false, true]);
  });

  it('that waited is on record as in progress once its effect begins', async () => {
    const input = { ...place, step: 'tool', tool: 'place_order', args: { value: {} } };
    const outputs: unknown[] = [];
    const { call, steps, toolRequests } = activitiesOver(database.db, {
      async tool({ onEffect }) {
        await onEffect?.();
        outputs.push((await steps.list('run_1'))[0]?.output);
        if (toolRequests.length > 1) throw new Error('the worker ends here');
        return { status: 'waiting', retryAfterMs: 100, reason: 'the next bar' };
      },
    });
    await call('runTool', input);
    await expect(call('runTool', input)).rejects.toThrow();
    expect(outputs).toEqual([null, null]);
  });

  it('that was considered dead overwrites nothing of the next attempt', async () => {
    const attempt = (number: number) =>
      new MockActivityEnvironment({ attempt: number, startToCloseTimeoutMs: 60_000 });
    const answers = [
      () => new ToolRefused('EXECUTION_ERROR', 'too late'),
      () => ({ status: 'waiting' as const, retryAfterMs: 1, reason: 'the next bar' }),
    ];
    for (const [index, answer] of answers.entries()) {
      const step = `tool-${index}`;
      const input = { ...place, step, tool: 'get_price', args: { value: {} } };
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      let calls = 0;
      const { call, steps } = activitiesOver(database.db, {
        async tool() {
          calls += 1;
          if (calls > 1) {
            return {
              status: 'completed',
              output: { price: 2 },
              metadata: { executionMs: 1, cached: false },
            };
          }
          begin();
          await held;
          return answer();
        },
      });
      const dead = call('runTool', input, attempt(1)).catch(() => undefined);
      await begun;
      await call('runTool', input, attempt(2));
      letGo();
      await dead;
      expect(await steps.get({ ...place, step })).toMatchObject({
        status: 'completed',
        attempt: 2,
        output: { price: 2 },
        error: null,
      });
    }
  });

  it('made again after it was answered, since Temporal had not heard of that, gives that answer', async () => {
    let calls = 0;
    const { call } = activitiesOver(database.db, {
      tool() {
        calls += 1;
        const metadata = { executionMs: 1, cached: false };
        return { status: 'completed', output: { sent: calls }, metadata };
      },
    });
    const input = { ...place, step: 'tool-late', tool: 'http_post', args: { value: {} } };
    const made = (attempt: number) =>
      call('runTool', input, new MockActivityEnvironment({ attempt }));
    const first = await made(1);
    expect(await made(2)).toMatchObject({
      status: 'completed',
      output: (first as { output: unknown }).output,
    });
    expect(calls).toBe(1);
  });

  it('tells those who watch its run how far it has come', async () => {
    const { call, bus } = activitiesOver(database.db, {
      tool({ onProgress }) {
        onProgress?.({ message: 'half of it', fraction: 0.5 });
        return { status: 'completed', output: 1, metadata: { executionMs: 1, cached: false } };
      },
    });
    const told: ToolProgressEvent[] = [];
    await bus.subscribe<RunNotice | ToolProgressEvent>(runChannel('run_1'), (event) => {
      if (event.type === 'tool-progress') told.push(event);
    });
    await call('runTool', { ...place, step: 'tool', tool: 'x', args: { value: {} } });
    const progress = { message: 'half of it', fraction: 0.5 };
    expect(told).toEqual([
      { type: 'tool-progress', runId: 'run_1', key: 'run_1/order#tool', ...progress },
    ]);
  });

  it.each([
    { retryAfterMs: 60_000, waits: true },
    { retryAfterMs: 3_600_000, waits: false },
  ])('over its limit for $retryAfterMs ms waits: $waits', async ({ retryAfterMs, waits }) => {
    const { call } = activitiesOver(database.db, {
      tool: () => new ToolRefused('RATE_LIMIT', 'ten a minute', { retryable: true, retryAfterMs }),
    });
    const input = { ...place, step: 'tool', tool: 'get_price', args: { value: {} } };
    const given = call('runTool', input);
    if (waits) expect(await given).toMatchObject({ status: 'waiting', retryAfterMs });
    else await expect(given).rejects.toMatchObject({ type: 'RATE_LIMIT' });
  });

  it('resolves what was too large for the history, and stores what is', async () => {
    const big = 'y'.repeat(70_000);
    const { call, toolRequests, artifacts } = activitiesOver(database.db, {
      tool: ({ args }) => ({
        status: 'completed',
        output: args,
        metadata: { executionMs: 1, cached: false },
      }),
    });
    const reference = await call('storeArtifact', { ...place, step: 'output', value: { big } });
    const result = await call('runTool', {
      ...place,
      step: 'tool',
      tool: 'get_price',
      args: { value: { text: `see [[artifact:${reference.artifact}]]`, all: reference } },
    });
    expect(toolRequests[0]?.args).toEqual({ text: `see {"big":"${big}"}`, all: { big } });
    expect(result).toMatchObject({ output: { artifact: 'run_1/order#tool' } });
    const output = result.status === 'completed' ? result.output : null;
    expect(await artifacts.resolve(output)).toEqual(toolRequests[0]?.args);
  });
});
