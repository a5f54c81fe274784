import { like } from 'drizzle-orm';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAnswerChat } from '../../../activities/gateway/answer-chat.ts';
import type { ModelAnswer, ModelCaller } from '../../../activities/models/model-caller.ts';
import { AllModelsFailed, CallDelayed } from '../../../activities/models/router.ts';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import { callChannel } from '../../../contracts/runs/events.ts';
import type { StreamEvent } from '../../../contracts/runs/events.ts';
import type { CallProgress, GatewayChatCall } from '../../../contracts/models/gateway-call.ts';
import { noUsage } from '../../../contracts/models/messages.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { modelCalls } from '../../../db/schema/index.ts';
import { budgetRepository } from '../../../db/repositories/models/budgets.ts';
import type { Caller } from '../../../activities/base/caller.ts';
import { gatewayCallRepository } from '../../../db/repositories/models/gateway-calls.ts';
import { openTestDatabase } from '../../support/databases.ts';

let database: OpenDatabase;
let count = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const toolCalls = [
  { id: 'call_1', name: 'f', args: {} },
  { id: 'call_2', name: 'f', args: {} },
];
const answer: ModelAnswer = {
  text: 'Yes.\0',
  toolCalls,
  finish: 'tool_calls',
  usage: noUsage,
  model: 'openai:gpt-5.2',
  attempts: [],
  costUsd: '0.01',
};

/** A stored call, and the activity that answers it by `callModel`. */
async function storedCall(
  callModel: ModelCaller,
  changes: Partial<GatewayChatCall> = {},
  idempotencyKey: string | null = null,
) {
  const gatewayCalls = gatewayCallRepository(database.db);
  const bus = createMemoryBus();
  const request: GatewayChatCall = {
    chain: ['openai:gpt-5.2'],
    question: { messages: [{ role: 'user', text: 'Well?' }], tools: [], toolChoice: 'auto' },
    priority: 'high',
    stream: true,
    oneToolCall: false,
    ...changes,
  };
  const about = { kind: 'chat', user: 'ann', idempotencyKey, requestHash: 'h' } as const;
  count += 1;
  const { id } = await gatewayCalls.claim({ id: `gw_${count}`, ...about, request });
  const activity = createAnswerChat({ gatewayCalls, callModel, bus });
  const events: StreamEvent[] = [];
  await bus.subscribe(callChannel(id), (event) => events.push(event));
  return {
    id,
    events,
    answer: (attempt = 1) =>
      new MockActivityEnvironment({ attempt }, { logger: new DefaultLogger('ERROR') }).run(
        activity,
        { callId: id },
      ),
    note: (progress: CallProgress) => gatewayCalls.noteProgress(id, progress),
    stop: () => gatewayCalls.fail(id, { type: 'Cancelled', message: 'The call was cancelled.' }),
    row: () => gatewayCalls.get(id),
  };
}

const busy = () =>
  Promise.reject(
    new AllModelsFailed('No model answered.', {
      attempts: [
        { model: 'a:b', status: 'failed', error: { code: '500', message: 'no' }, durationMs: 1 },
      ],
      retryable: true,
    }),
  );

/** Books a question of a call as the payments do; its model tells who has booked it. */
async function pay({ callId, user, source, book }: Caller, name: string): Promise<void> {
  const booked = {
    id: `${callId}/${name}`,
    user,
    source,
    ...noUsage,
    costUsd: '0.01',
    durationMs: 1,
  };
  const accounts = [`user:${user}`];
  await book?.({ call: { ...booked, model: `${name} with the answer` }, accounts }, () =>
    budgetRepository(database.db).settle({ ...booked, model: `${name} by itself` }, accounts),
  );
}

async function bookedOf(id: string): Promise<string[]> {
  const rows = await database.db
    .select({ model: modelCalls.model })
    .from(modelCalls)
    .where(like(modelCalls.id, `${id}/%`))
    .orderBy(modelCalls.id);
  return rows.map(({ model }) => model);
}

describe('answerChat', () => {
  it('asks on the account and with the priority of the call, and stores the answer', async () => {
    const callModel = vi.fn<ModelCaller>(async () => answer);
    const call = await storedCall(callModel);
    await call.answer();
    expect(callModel.mock.calls[0]?.[0]).toMatchObject({
      caller: { callId: call.id, source: 'gateway', user: 'ann', priority: 'high', budgets: [] },
      chain: ['openai:gpt-5.2'],
    });
    expect(await call.row()).toMatchObject({
      status: 'completed',
      response: { text: 'Yes.\u{fffd}', toolCalls, costUsd: '0.01' },
    });
  });

  it('books what each question cost, and the last one with the answer', async () => {
    const call = await storedCall(async ({ caller }) => {
      await pay(caller, 'first');
      await pay(caller, 'last');
      return answer;
    });
    await call.answer();
    expect(await bookedOf(call.id)).toEqual(['first by itself', 'last with the answer']);
  });

  it('books what questions cost that have no answer', async () => {
    const call = await storedCall(async ({ caller }) => {
      await pay(caller, 'first');
      return busy();
    });
    await expect(call.answer()).rejects.toThrow('No model answered.');
    expect(await bookedOf(call.id)).toEqual(['first by itself']);
  });

  it('does not ask again for an answer that is stored', async () => {
    const callModel = vi.fn<ModelCaller>(async () => answer);
    const call = await storedCall(callModel);
    await call.answer();
    await call.answer();
    expect(callModel).toHaveBeenCalledOnce();
  });

  it('publishes what the model says, and that the answer is stored', async () => {
    const call = await storedCall(async (_call, { onDelta }) => {
      onDelta?.({ type: 'text-delta', text: 'Yes.' });
      return answer;
    });
    await call.answer();
    expect(call.events).toMatchObject([
      { type: 'text-delta', text: 'Yes.', sequence: 1 },
      { type: 'finish', sequence: 2 },
    ]);
  });

  it('returns only one call if the client takes one at a time', async () => {
    const call = await storedCall(
      async (_call, { onDelta }) => {
        onDelta?.({ type: 'tool-call-start', index: 0, id: 'call_1', name: 'f' });
        onDelta?.({ type: 'tool-call-start', index: 1, id: 'call_2', name: 'f' });
        return answer;
      },
      { oneToolCall: true },
    );
    await call.answer();
    expect(call.events.map(({ type }) => type)).toEqual(['tool-call-start', 'finish']);
    expect((await call.row())?.response).toMatchObject({ toolCalls: [toolCalls[0]] });
  });

  it('hands a delayed call back to Temporal, which retries it when there is a free slot', async () => {
    const call = await storedCall(() =>
      Promise.reject(new CallDelayed('Busy.', { retryAfterMs: 5_000 })),
    );
    await expect(call.answer()).rejects.toMatchObject({
      type: 'CallDelayed',
      nonRetryable: false,
      nextRetryDelay: 5_000,
    });
    expect((await call.row())?.status).toBe('pending');
  });

  it('notes why a call has no answer', async () => {
    const call = await storedCall(() =>
      Promise.reject(new CallDelayed('Busy.', { retryAfterMs: 90_000 })),
    );
    await expect(call.answer()).rejects.toMatchObject({ nonRetryable: true });
    expect(await call.row()).toMatchObject({
      status: 'failed',
      error: { type: 'CallDelayed', retryAfterMs: 90_000 },
    });
  });

  it('does not ask for a call that was stopped before it came to a worker', async () => {
    const callModel = vi.fn<ModelCaller>(async () => answer);
    const call = await storedCall(callModel);
    await call.stop();
    await expect(call.answer()).rejects.toMatchObject({ type: 'Cancelled', nonRetryable: true });
    expect(callModel).not.toHaveBeenCalled();
  });

  it('does not count waits as failures', async () => {
    const delay = () => Promise.reject(new CallDelayed('Busy.', { retryAfterMs: 5_000 }));
    const answers: ModelCaller[] = [delay, delay, busy, busy, busy];
    const call = await storedCall((...asked) =>
      (answers.shift() ?? (async () => answer))(...asked),
    );
    for (const attempt of [1, 2, 3, 4]) {
      await expect(call.answer(attempt)).rejects.toMatchObject({ nonRetryable: false });
    }
    await expect(call.answer(5)).rejects.toMatchObject({ nonRetryable: true });
    expect(await call.row()).toMatchObject({ status: 'failed', error: { code: '500' } });
  });

  describe('after a part of the answer was seen', () => {
    const breakOff: ModelCaller = (_call, { onDelta }) => {
      onDelta?.({ type: 'text-delta', text: 'Yes' });
      return busy();
    };

    it('is not asked again', async () => {
      const call = await storedCall(breakOff);
      await expect(call.answer()).rejects.toMatchObject({ nonRetryable: true });
      expect(await call.row()).toMatchObject({ status: 'failed', progress: { hasOutput: true } });
    });

    it('is not asked again when its worker died, with a key either', async () => {
      const callModel = vi.fn<ModelCaller>(async () => answer);
      const call = await storedCall(callModel, {}, 'seen');
      await call.note({ begun: 1, returned: 0, failures: 0, hasOutput: true });
      await expect(call.answer(2)).rejects.toMatchObject({
        type: 'Interrupted',
        nonRetryable: true,
      });
      expect(callModel).not.toHaveBeenCalled();
    });

    it('notes that at once, for a worker that dies then', async () => {
      const rest = Promise.withResolvers<ModelAnswer>();
      const call = await storedCall((_call, { onDelta }) => {
        onDelta?.({ type: 'text-delta', text: 'Yes' });
        return rest.promise;
      });
      const answered = call.answer();
      await expect.poll(async () => (await call.row())?.progress?.hasOutput).toBe(true);
      rest.resolve(answer);
      await answered;
    });

    it('is asked again by another activity', async () => {
      const call = await storedCall(async () => answer, {}, 'anew');
      await call.note({ begun: 3, returned: 0, failures: 2, hasOutput: true });
      await call.answer(1);
      expect((await call.row())?.status).toBe('completed');
    });
  });

  it('is asked where an earlier attempt was given out and never came to a worker', async () => {
    const call = await storedCall(async () => answer);
    await call.answer(2);
    expect((await call.row())?.status).toBe('completed');
  });

  it('says that an attempt has begun before it asks', async () => {
    const call = await storedCall(async () => {
      expect((await call.row())?.progress).toMatchObject({ begun: 2, returned: 0 });
      return answer;
    });
    await call.answer(2);
    expect((await call.row())?.status).toBe('completed');
  });

  describe('after its worker died', () => {
    it('is not asked again without a key', async () => {
      const callModel = vi.fn<ModelCaller>(async () => answer);
      const call = await storedCall(callModel);
      await call.note({ begun: 1, returned: 0, failures: 0, hasOutput: false });
      await expect(call.answer(2)).rejects.toMatchObject({ type: 'Interrupted' });
      expect(callModel).not.toHaveBeenCalled();
      expect(await call.row()).toMatchObject({ status: 'failed', error: { type: 'Interrupted' } });
    });

    it('is asked again where that worker was stopped in order', async () => {
      const call = await storedCall(async () => answer);
      await call.note({ begun: 1, returned: 1, failures: 0, hasOutput: false });
      await call.answer(2);
      expect((await call.row())?.status).toBe('completed');
    });

    it('is asked again with one', async () => {
      const call = await storedCall(async () => answer, {}, 'lost');
      await call.note({ begun: 1, returned: 0, failures: 0, hasOutput: false });
      await call.answer(2);
      expect((await call.row())?.status).toBe('completed');
    });
  });
});
