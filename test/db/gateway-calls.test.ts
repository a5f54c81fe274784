import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '../../db/open.ts';
import { gatewayCallRepository } from '../../db/repositories/models/gateway-calls.ts';
import type { GatewayCallRepository } from '../../db/repositories/models/gateway-calls.ts';
import { everyDatabase } from '../support/databases.ts';

describe.each(everyDatabase)('calls of the gateway on $name', ({ open }) => {
  let database: OpenDatabase;
  let calls: GatewayCallRepository;
  beforeAll(async () => {
    database = await open();
    calls = gatewayCallRepository(database.db);
  });
  afterEach(() => calls.prune(new Date(Date.now() + 60_000)));
  afterAll(() => database.close());

  const call = (id: string, key: string | null = null, user = 'ann') => ({
    id,
    kind: 'chat' as const,
    user,
    idempotencyKey: key,
    requestHash: 'h',
    request: {
      chain: [],
      question: { messages: [], tools: [], toolChoice: 'auto' as const },
      priority: 'normal' as const,
      stream: false,
      oneToolCall: false,
    },
  });
  const answer = {
    text: 'Yes.',
    toolCalls: [],
    finish: 'stop' as const,
    usage: {
      inputTokens: 1,
      outputTokens: 1,
      cachedInputTokens: 0,
      cacheWriteTokens: 0,
      reasoningTokens: 0,
    },
    model: 'a:b',
    attempts: [],
    costUsd: null,
  };
  const failure = { type: 'Internal' as const, message: 'no' };

  it('are one under a key of a user, however many ask at once', async () => {
    const ids = ['gw_1', 'gw_2', 'gw_3'];
    const claimed = await Promise.all(ids.map((id) => calls.claim(call(id, 'key'))));
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(1);
  });

  it('are each their own without a key, and for another user', async () => {
    const claimed = [
      await calls.claim(call('gw_1')),
      await calls.claim(call('gw_2')),
      await calls.claim(call('gw_3', 'key')),
      await calls.claim(call('gw_4', 'key', 'bob')),
    ];
    expect(claimed.map(({ id }) => id)).toEqual(['gw_1', 'gw_2', 'gw_3', 'gw_4']);
  });

  it('keep an answer, whatever fails after it', async () => {
    await calls.claim(call('gw_1'));
    await calls.complete('gw_1', answer);
    await calls.fail('gw_1', failure);
    await calls.reopen('gw_1');
    expect(await calls.status('gw_1')).toMatchObject({ status: 'completed', response: answer });
  });

  it('are completed by an answer that comes after a failure, since it was paid for', async () => {
    await calls.claim(call('gw_1'));
    await calls.fail('gw_1', failure);
    await calls.complete('gw_1', answer);
    expect(await calls.status('gw_1')).toMatchObject({
      status: 'completed',
      response: answer,
      error: null,
    });
  });

  it('are to be answered again after they failed', async () => {
    await calls.claim(call('gw_1'));
    await calls.fail('gw_1', failure);
    expect(await calls.status('gw_1')).toMatchObject({ status: 'failed', error: failure });
    await calls.reopen('gw_1');
    expect(await calls.status('gw_1')).toMatchObject({ status: 'pending', error: null });
  });

  it('are forgotten when they are old, and their key is free', async () => {
    await calls.claim(call('gw_1', 'key'));
    expect(await calls.prune(new Date(Date.now() - 60_000))).toBe(0);
    expect(await calls.prune(new Date(Date.now() + 60_000))).toBe(1);
    expect(await calls.claim(call('gw_2', 'key'))).toMatchObject({ id: 'gw_2' });
  });

  it('that looked into memories are forgotten when they have ended, and while nobody waits', async () => {
    for (const id of ['gw_ended', 'gw_failed', 'gw_pending']) {
      await calls.claim({ ...call(id), kind: 'memory' });
    }
    await calls.claim(call('gw_chat'));
    await calls.complete('gw_ended', { forgotten: 1 });
    await calls.complete('gw_chat', answer);
    await calls.fail('gw_failed', failure);
    const left = async () => {
      const ids = ['gw_ended', 'gw_failed', 'gw_pending', 'gw_chat'];
      const found = await Promise.all(ids.map((id) => calls.status(id)));
      return found.flatMap((row) => (row ? [row.id] : []));
    };
    await calls.forgetMemoryAnswers(new Date(Date.now() - 60_000));
    expect(await left()).toHaveLength(4);
    await calls.forgetMemoryAnswers(new Date(Date.now() + 60_000));
    expect(await left()).toEqual(['gw_pending', 'gw_chat']);
  });
});
