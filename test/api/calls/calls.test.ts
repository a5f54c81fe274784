import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createCalls } from '../../../api/calls/calls.ts';
import type { StandaloneActivities } from '../../../api/temporal/standalone-activities.ts';
import { TemporalUnavailable } from '../../../api/temporal/index.ts';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { gatewayCallRepository } from '../../../db/repositories/models/gateway-calls.ts';
import { openTestDatabase } from '../../support/databases.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A call that Temporal does not take. */
async function refusedCall(idempotencyKey: string | undefined) {
  const gatewayCalls = gatewayCallRepository(database.db);
  const activities = {
    start: vi.fn<StandaloneActivities['start']>(() =>
      Promise.reject(new TemporalUnavailable('late')),
    ),
    end: vi.fn<StandaloneActivities['end']>(async () => undefined),
    cancel: vi.fn<StandaloneActivities['cancel']>(async () => undefined),
  };
  const calls = createCalls({ bus: createMemoryBus(), gatewayCalls, activities });
  const call = await calls.open({
    kind: 'chat',
    user: 'ann',
    idempotencyKey,
    body: {},
    priority: 'normal',
    summary: 'chat',
    request: {
      chain: ['openai:gpt-5.2'],
      question: { messages: [], tools: [], toolChoice: 'auto' },
      priority: 'normal',
      stream: false,
      oneToolCall: false,
    },
  });
  return {
    id: call.id,
    cancel: activities.cancel,
    answer: () => call.answer(new AbortController().signal),
    row: () => gatewayCalls.get(call.id),
  };
}

describe('a call that Temporal did not take', () => {
  it('is stopped, since it may have begun', async () => {
    const call = await refusedCall(undefined);
    await expect(call.answer()).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('is being cancelled'),
    });
    await expect.poll(() => call.cancel.mock.calls[0]?.[0]).toBe(call.id);
    expect(await call.row()).toMatchObject({ status: 'failed', error: { type: 'Cancelled' } });
  });

  it.each([
    ['not to be repeated without a key', undefined, true],
    ['to be repeated under its key', 'key', false],
  ])('is told to be one %s', async (_name, key, isNotToBeRetried) => {
    const call = await refusedCall(key);
    await expect(call.answer()).rejects.toMatchObject({ isNotToBeRetried });
  });
});
