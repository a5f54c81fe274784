import { DrizzleQueryError } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BudgetExceeded } from '../../../../activities/models/model-caller.ts';
import { CallDelayed } from '../../../../activities/models/router.ts';
import type { ChatDelta } from '../../../../contracts/models/messages.ts';
import type { FailoverEvent } from '../../../../activities/models/router.ts';
import { dailyBudgetRepository } from '../../../../db/repositories/models/daily-budgets.ts';
import type { OpenDatabase } from '../../../../db/open.ts';
import { everyDatabase } from '../../../support/databases.ts';
import { budgetOf, callerOf, emptyAccounts, openShop, requestOf } from './shop.ts';

/** A dollar for a thousand tokens of output, and nothing else. */
const prices = { 'test:one': { input: 0, output: 1_000 }, 'test:cheap': { input: 0, output: 1 } };
const free = { spentUsd: '0', reservedUsd: '0', extraUsd: '0' };

describe.each(everyDatabase)('paid calls on $name', ({ open }) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() => emptyAccounts(database.db));

  const shopWith = (options: Parameters<typeof openShop>[1] = {}) =>
    openShop(database.db, { prices, ...options });
  const poor = (budget: Partial<Parameters<typeof budgetOf>[0]> = {}) =>
    callerOf({ budgets: [budgetOf({ usd: 0.1, ...budget })] });

  it('books a call with its tokens, its cost and where the price is from', async () => {
    const usage = { inputTokens: 9, cachedInputTokens: 4, outputTokens: 500, reasoningTokens: 20 };
    const shop = shopWith({ answer: () => ({ usage }) });
    expect(await shop.call()).toMatchObject({ costUsd: '0.5' });
    expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({
      calls: 1,
      costUsd: '0.5',
      inputTokens: 9,
      cachedInputTokens: 4,
      reasoningTokens: 20,
    });
  });

  it('books a call whose answer comes while the database is unavailable, and asks once', async () => {
    let isAway = false;
    const db = new Proxy(database.db, {
      get(target, name, receiver) {
        const value: unknown = Reflect.get(target, name, receiver);
        if (!isAway || name !== 'with') return value;
        isAway = false;
        const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        throw new DrizzleQueryError('with', [], cause);
      },
    });
    const answer = () => {
      isAway = true;
      return { usage: { outputTokens: 500 } };
    };
    const shop = openShop(db, { prices, answer });
    expect(await shop.call()).toMatchObject({ costUsd: '0.5' });
    expect(isAway).toBe(false);
    expect(shop.asked).toHaveLength(1);
    expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({ calls: 1, costUsd: '0.5' });
  });

  it('books a call that was lost as one that its model usually answers, in its budgets and once', async () => {
    const shop = shopWith({ answer: () => ({ usage: { inputTokens: 9, outputTokens: 40 } }) });
    await shop.call();
    const caller = poor();
    const lost = { id: 'first', model: 'test:one', inputTokens: 9, at: new Date() };
    await shop.payments.settleLost(caller, lost);
    await shop.payments.settleLost(caller, lost);
    expect(await shop.state(caller.budgets[0]!.account)).toEqual({ ...free, spentUsd: '0.04' });
    expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({ calls: 2, estimatedCalls: 1 });
    await shop.payments.settleLost(caller, { ...lost, id: 'unheard', model: 'test:cheap' });
    expect(await shop.state(caller.budgets[0]!.account)).toMatchObject({ spentUsd: '0.0405' });
  });

  it('leaves the request as it is where there is no budget', async () => {
    const shop = shopWith();
    await shop.call();
    expect(shop.asked[0]?.request).toEqual(requestOf());
  });

  it('says that the cost is not known rather than nothing, and counts such calls', async () => {
    const shop = shopWith({ answer: () => ({ usage: { inputTokens: 5 } }) });
    expect(await shop.call({ chain: ['test:nobody-knows'] })).toMatchObject({ costUsd: null });
    expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({
      costUsd: '0',
      unknownPriceCalls: 1,
    });
  });

  it('limits the output to what the budget can pay, or to what is asked for', async () => {
    const shop = shopWith({ answer: () => ({ usage: { outputTokens: 100 } }) });
    const caller = () => callerOf({ budgets: [budgetOf({ usd: 1 })] });
    await shop.call({ caller: caller() });
    await shop.call({ caller: caller(), request: requestOf({ maximumOutputTokens: 300 }) });
    const caps = shop.asked.map(({ request }) => request.maximumOutputTokens);
    expect(caps).toEqual([1_000, 300]);
  });

  it('leaves half of a budget to others, beyond a usual answer', async () => {
    const shop = shopWith({ answer: () => ({ usage: { outputTokens: 1 } }) });
    await shop.call({ caller: callerOf({ budgets: [budgetOf({ usd: 20 })] }) });
    await shop.call({ caller: callerOf({ budgets: [budgetOf({ usd: 60, account: 'run:2' })] }) });
    const caps = shop.asked.map(({ request }) => request.maximumOutputTokens);
    expect(caps).toEqual([16_384, 30_000]);
  });

  it('limits nothing where the budget pays for all that the models can write', async () => {
    const shop = shopWith();
    await shop.call({ caller: callerOf({ budgets: [budgetOf({ usd: 128 })] }) });
    await shop.call({
      caller: callerOf({ budgets: [budgetOf({ usd: 4, account: 'run:2' })] }),
      chain: ['openai:gpt-5.2'],
    });
    for (const { request } of shop.asked) expect(request).toEqual(requestOf());
  });

  it('refuses a call that would be cut before it is of use, and says what to do', async () => {
    const shop = shopWith();
    const refusal = await shop.call({ caller: poor() }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BudgetExceeded);
    expect((refusal as BudgetExceeded).message).toBe(
      'The budget of run run_1 does not allow this call: of 0.1 USD, 0 is spent and 0 reserved by other ' +
        'calls; this call needs at least 0.256. Start the run with a larger budget, or use cheaper models.',
    );
    expect(shop.asked).toEqual([]);
    expect(await shop.state('run:run_1')).toEqual(free);
  });

  it('charges every budget that applies, and gives back what was set aside', async () => {
    const budgets = ['run:run_1', 'agent:run_1/desk'].map((account) =>
      budgetOf({ account, usd: 5 }),
    );
    const shop = shopWith({
      now: () => new Date('2026-11-21T23:59:59Z'),
      answer: async () => {
        expect(await shop.state('run:run_1')).toMatchObject({
          spentUsd: '0',
          reservedUsd: '5',
        });
        return { usage: { outputTokens: 250 } };
      },
    });
    await shop.call({ caller: callerOf({ budgets }) });
    for (const account of [
      'run:run_1',
      'agent:run_1/desk',
      'user:ada:2026-11-21',
      'day:2026-11-21',
    ]) {
      expect(await shop.state(account)).toEqual({ ...free, spentUsd: '0.25' });
    }
  });

  it('holds what a user and a day may spend, with what was spent before there was a budget', async () => {
    const daily = dailyBudgetRepository(database.db);
    const shop = shopWith({ answer: () => ({ usage: { outputTokens: 700 } }) });
    await shop.call();
    await daily.set({ id: 'user:ada', usd: '0.9', onLimit: 'stop', cheaperModels: [] });
    await expect(shop.call()).rejects.toThrow(
      /^The budget of user ada for .* of 0\.9 USD, 0\.7 is spent .* PUT \/api\/v1\/budgets\/user:ada/,
    );
    await daily.set({ id: 'user:A: b', usd: '0.0001', onLimit: 'stop', cheaperModels: [] });
    await expect(shop.call({ caller: callerOf({ user: 'A: b' }) })).rejects.toThrow(
      /^The budget of user A: b for \d{4}-.* PUT \/api\/v1\/budgets\/user:A:%20b, /,
    );
    await shop.call({ caller: callerOf({ user: 'bob' }) });
    await daily.set({ id: 'day', usd: '1.5', onLimit: 'stop', cheaperModels: [] });
    await expect(shop.call({ caller: callerOf({ user: 'bob' }) })).rejects.toThrow(
      /^The budget for .*1\.4 is spent/,
    );
  });

  it('books and charges a call once, however often it is answered', async () => {
    const shop = shopWith({ answer: () => ({ usage: { outputTokens: 300 } }) });
    const caller = callerOf({ budgets: [budgetOf({ usd: 5 })] });
    await shop.call({ caller });
    await shop.call({ caller });
    expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({ calls: 1, costUsd: '0.3' });
    expect(await shop.state('run:run_1')).toEqual({ ...free, spentUsd: '0.3' });
  });

  it('gives back what was set aside for a call that fails, and books nothing', async () => {
    const shop = shopWith({ answer: () => Promise.reject(new Error('the stream broke off')) });
    const caller = callerOf({ budgets: [budgetOf({ usd: 5 })] });
    await expect(shop.call({ caller })).rejects.toThrow('the stream broke off');
    expect(await shop.state('run:run_1')).toEqual(free);
    expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({ calls: 0 });
  });

  describe('that end before their answer does', () => {
    const caller = () => callerOf({ budgets: [budgetOf({ usd: 5 })] });
    const priced = { 'test:one': { input: 1, output: 1_000 } };

    it('are booked by estimate when a part of the answer was seen', async () => {
      const shop = shopWith({
        prices: priced,
        answer: ({ options }) => {
          options.onAsk?.('test:one');
          options.onDelta?.({ type: 'text-delta', text: 'The index fell by two percent' });
          throw new Error('the stream broke off');
        },
      });
      const seen: ChatDelta[] = [];
      const broken = shop.call({ caller: caller() }, { onDelta: (delta) => seen.push(delta) });
      await expect(broken).rejects.toThrow('the stream broke off');
      expect(seen).toHaveLength(1);
      const sum = await shop.modelCalls.ofRun('run_1');
      expect(sum).toMatchObject({ calls: 1, estimatedCalls: 1, unknownPriceCalls: 0 });
      expect(sum.inputTokens).toBeGreaterThan(5);
      expect(sum.outputTokens).toBeGreaterThan(4);
      expect(await shop.state('run:run_1')).toEqual({ ...free, spentUsd: sum.costUsd });
      expect(Number(sum.costUsd)).toBeGreaterThan(0.004);
    });

    it('are booked each time, also when the same call is answered later', async () => {
      const again = caller();
      const shop = shopWith({
        prices: priced,
        answer: ({ options }) => {
          options.onAsk?.('test:one');
          options.onDelta?.({ type: 'text-delta', text: 'The' });
          if (shop.asked.length === 1) throw new Error('the stream broke off');
          return { usage: { inputTokens: 10, outputTokens: 300 } };
        },
      });
      const ask = () => shop.call({ caller: again }, { onDelta: () => undefined });
      await expect(ask()).rejects.toThrow('the stream broke off');
      await ask();
      const { calls, estimatedCalls, costUsd } = await shop.modelCalls.ofRun('run_1');
      expect({ calls, estimatedCalls }).toEqual({ calls: 2, estimatedCalls: 1 });
      expect(await shop.state('run:run_1')).toEqual({ ...free, spentUsd: costUsd });
    });

    it('are booked with what they read when their answer has begun, also when it is asked for again', async () => {
      const shop = shopWith({
        prices: priced,
        answer: ({ options }) => {
          options.onAsk?.('test:one');
          options.onAttempt?.({ model: 'test:one', status: 'failed', durationMs: 1 });
          options.onAsk?.('test:one');
          options.onBegin?.();
          options.onAttempt?.({ model: 'test:one', status: 'failed', durationMs: 1 });
          options.onAsk?.('test:one');
          options.onBegin?.();
          options.onDelta?.({ type: 'text-delta', text: 'Yes' });
          options.onAttempt?.({ model: 'test:one', status: 'answered', durationMs: 1 });
          return { usage: { inputTokens: 10, outputTokens: 300 } };
        },
      });
      await shop.call({ caller: caller() }, { onDelta: () => undefined });
      const { calls, estimatedCalls, outputTokens, costUsd } = await shop.modelCalls.ofRun('run_1');
      expect({ calls, estimatedCalls, outputTokens }).toEqual({
        calls: 2,
        estimatedCalls: 1,
        outputTokens: 300,
      });
      expect(await shop.state('run:run_1')).toEqual({ ...free, spentUsd: costUsd });
    });

    it('are booked before they are asked for again: a worker may die of that', async () => {
      const booked: number[] = [];
      const shop = shopWith({
        prices: priced,
        answer: async ({ options }) => {
          await options.onAsk?.('test:one');
          options.onBegin?.();
          options.onAttempt?.({ model: 'test:one', status: 'failed', durationMs: 1 });
          await options.onAsk?.('test:one');
          booked.push((await shop.modelCalls.ofRun('run_1')).calls);
          return { usage: { inputTokens: 10, outputTokens: 300 } };
        },
      });
      await shop.call({ caller: caller() }, { onDelta: () => undefined });
      expect(booked).toEqual([1]);
      expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({ calls: 2, estimatedCalls: 1 });
    });

    it('are booked once, also where another attempt takes them for lost', async () => {
      const shop = shopWith({
        prices: priced,
        answer: ({ options }) => {
          void options.onAsk?.('test:one');
          options.onDelta?.({ type: 'text-delta', text: 'The' });
          throw new Error('the stream broke off');
        },
      });
      const again = { ...caller(), requestId: () => 'request-1' };
      const lost = { id: 'request-1', model: 'test:one', inputTokens: 9, at: new Date() };
      await shop.call({ caller: again }, { onDelta: () => undefined }).catch(() => undefined);
      await shop.payments.settleLost(again, lost);
      expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({ calls: 1, estimatedCalls: 1 });
    });

    it('are booked with the input that they read when they are aborted in progress', async () => {
      const cancel = new AbortController();
      const shop = shopWith({
        prices: priced,
        answer: ({ options }) => {
          options.onAsk?.('test:one');
          cancel.abort(new Error('the client left'));
          throw cancel.signal.reason;
        },
      });
      const left = shop.call({ caller: caller() }, { signal: cancel.signal });
      await expect(left).rejects.toThrow('the client left');
      const { estimatedCalls, inputTokens, outputTokens } = await shop.modelCalls.ofRun('run_1');
      expect({ estimatedCalls, outputTokens }).toEqual({ estimatedCalls: 1, outputTokens: 0 });
      expect(inputTokens).toBeGreaterThan(0);
    });

    it('are not booked when the provider refused them, also if they are aborted after that', async () => {
      const cancel = new AbortController();
      const shop = shopWith({
        prices: priced,
        answer: ({ options }) => {
          options.onAsk?.('test:one');
          options.onAttempt?.({ model: 'test:one', status: 'failed', durationMs: 1 });
          cancel.abort(new Error('the client left'));
          throw cancel.signal.reason;
        },
      });
      const left = shop.call({ caller: caller() }, { signal: cancel.signal });
      await expect(left).rejects.toThrow('the client left');
      expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({ calls: 0 });
      expect(await shop.state('run:run_1')).toEqual(free);
    });

    it('are booked later where the provider continues with them', async () => {
      const cancel = new AbortController();
      const shop = shopWith({
        prices: priced,
        answer: async ({ options }) => {
          options.onAsk?.('test:one');
          await options.stored?.onBegun('resp_1', 'openai:gpt-5');
          cancel.abort(new Error('the worker stops'));
          throw cancel.signal.reason;
        },
      });
      const stopped = (goesOn: boolean) =>
        shop
          .call(
            { caller: caller() },
            {
              signal: cancel.signal,
              stored: { onBegun: async () => undefined, keepOnAbort: () => goesOn },
            },
          )
          .catch(() => undefined);
      await stopped(true);
      expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({ calls: 0 });
      await stopped(false);
      expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({ calls: 1, estimatedCalls: 1 });
    });
  });

  describe('whose provider does not say what they took', () => {
    it('are booked by estimate, and never as nothing', async () => {
      const shop = shopWith({ prices: { 'test:one': { input: 1_000, output: 1_000 } } });
      const { costUsd } = await shop.call();
      expect(Number(costUsd)).toBeGreaterThan(0.005);
      const sum = await shop.modelCalls.ofRun('run_1');
      expect(sum).toMatchObject({ costUsd, estimatedCalls: 1 });
      expect(sum.inputTokens).toBeGreaterThan(0);
      expect(sum.outputTokens).toBeGreaterThan(0);
    });

    it('are of unknown cost where the price is not known either', async () => {
      const shop = shopWith();
      expect(await shop.call({ chain: ['test:new'] })).toMatchObject({ costUsd: null });
    });

    it('still cost nothing where the model runs here', async () => {
      const shop = shopWith();
      expect(await shop.call({ chain: ['ollama:qwen3'] })).toMatchObject({ costUsd: '0' });
      expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({
        inputTokens: 0,
        estimatedCalls: 0,
      });
    });

    it('are booked by estimate when they are embeddings', async () => {
      const shop = shopWith({ prices: { 'test:vectors': { input: 1_000 } } });
      const { signal } = new AbortController();
      const request = { texts: ['one', 'two'] };
      const { costUsd } = await shop.embed(
        { caller: callerOf(), model: 'test:vectors', request },
        { signal },
      );
      expect(Number(costUsd)).toBeGreaterThan(0.001);
      expect(await shop.modelCalls.ofRun('run_1')).toMatchObject({ costUsd, estimatedCalls: 1 });
    });
  });

  it('keeps the price of the moment in which it was begun', async () => {
    const now = new Date('2025-06-09T23:59:59Z');
    const shop = shopWith({
      now: () => new Date(now),
      answer: () => {
        now.setUTCFullYear(2026);
        return { usage: { inputTokens: 1_000_000, outputTokens: 1_000_000 } };
      },
    });
    // The price of o3 fell to a fifth on 2025-06-10.
    expect(await shop.call({ chain: ['openai:o3'] })).toMatchObject({ costUsd: '50' });
  });

  it('sets aside for the most expensive model of a chain, and settles by the one that answered', async () => {
    const shop = shopWith({
      answer: async () => {
        expect(await shop.state('run:run_1')).toMatchObject({ reservedUsd: '5' });
        return { model: 'test:cheap', usage: { outputTokens: 4_000 } };
      },
    });
    const caller = callerOf({ budgets: [budgetOf({ usd: 5 })] });
    const answer = await shop.call({ caller, chain: ['test:cheap', 'test:one'] });
    expect(answer.costUsd).toBe('0.004');
  });

  it('sets nothing aside for models of a chain that are not configured', async () => {
    const shop = shopWith({ unconfigured: ['test:one', 'test:unknown'] });
    const caller = callerOf({ budgets: [budgetOf({ usd: 0.1 })] });
    const chain = ['test:one', 'test:unknown', 'test:cheap'];
    await shop.call({ caller, chain });
    expect(shop.asked).toMatchObject([{ chain, request: { maximumOutputTokens: 50_000 } }]);
  });

  it('lets models that cost nothing be asked when a budget is used up', async () => {
    const shop = shopWith({ answer: () => ({ usage: { outputTokens: 10_000 } }) });
    await shop.accounts.settle(
      { id: 'x', source: 'run', user: 'u', model: 'm', ...used, costUsd: '7', durationMs: 1 },
      ['run:run_1'],
    );
    expect(await shop.call({ caller: poor(), chain: ['ollama:qwen3'] })).toMatchObject({
      costUsd: '0',
    });
    expect(shop.asked[0]?.request.maximumOutputTokens).toBeUndefined();
  });

  describe('whose price is unknown', () => {
    it('are refused under a budget, and nobody is asked about it', async () => {
      const shop = shopWith();
      const caller = poor({ onLimit: 'ask' });
      const refusal = await shop
        .call({ caller, chain: ['test:new'] })
        .catch((error: unknown) => error as BudgetExceeded);
      expect(refusal).toBeInstanceOf(BudgetExceeded);
      expect(refusal).toMatchObject({
        message: expect.stringMatching(
          /price of test:new is unknown.*BATON_PRICES.*delete the budget/,
        ),
        budget: { account: 'run:run_1', onLimit: 'stop' },
      });
    });

    it('are left out of a chain in which others can be paid, and the answer says so', async () => {
      const shop = shopWith();
      const caller = callerOf({ budgets: [budgetOf({ usd: 1 })] });
      const { attempts } = await shop.call({ caller, chain: ['test:new', 'test:one'] });
      expect(shop.asked[0]?.chain).toEqual(['test:one']);
      expect(attempts).toMatchObject([
        { model: 'test:new', status: 'skipped', error: { code: 'PRICE_UNKNOWN' } },
        { model: 'test:one', status: 'answered' },
      ]);
    });
  });

  describe('under a budget that continues with cheaper models', () => {
    const cheaper = { onLimit: 'cheaper' as const, cheaperModels: ['test:cheap'] };

    it('continue with them at the limit, and say so', async () => {
      const shop = shopWith();
      const events: FailoverEvent[] = [];
      const { attempts, model } = await shop.call(
        { caller: poor(cheaper) },
        { onFailover: (event) => events.push(event) },
      );
      expect(model).toBe('test:cheap');
      expect(events).toMatchObject([
        {
          type: 'failover',
          from: 'test:one',
          to: 'test:cheap',
          error: { code: 'BUDGET', message: expect.stringContaining('of 0.1 USD') },
        },
      ]);
      expect(attempts).toMatchObject([
        { model: 'test:one', status: 'skipped', error: { code: 'BUDGET' } },
        { model: 'test:cheap', status: 'answered' },
      ]);
    });

    it('stop when these cannot be paid either', async () => {
      const shop = shopWith();
      const caller = poor({ ...cheaper, usd: 0.0001 });
      await expect(shop.call({ caller })).rejects.toThrow(/this call needs at least 0\.000256/);
      expect(shop.asked).toEqual([]);
    });

    it('stop where another budget has no room for them', async () => {
      const shop = shopWith();
      const empty = budgetOf({ account: 'agent:run_1/desk', usd: 0.0001 });
      const caller = callerOf({ budgets: [budgetOf({ usd: 0.1, ...cheaper }), empty] });
      const refusal = await shop.call({ caller }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ budget: { account: 'agent:run_1/desk' } });
    });
  });

  describe('under a budget that asks', () => {
    it('are refused with the budget to ask about, and allowed once it was raised', async () => {
      const shop = shopWith();
      const refusal = await shop
        .call({ caller: poor({ onLimit: 'ask' }) })
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ budget: { account: 'run:run_1', onLimit: 'ask', usd: 0.1 } });
      await shop.accounts.raise('run:run_1', 0.2, 'approval-1');
      await shop.accounts.raise('run:run_1', 0.2, 'approval-1');
      expect(await shop.state('run:run_1')).toEqual({ ...free, extraUsd: '0.2' });
      await shop.call({ caller: poor({ onLimit: 'ask' }) });
      expect(shop.asked[0]?.request.maximumOutputTokens).toBe(300);
    });

    it('name a budget that nobody can raise first', async () => {
      const shop = shopWith();
      const budgets = [
        budgetOf({ usd: 0.1, onLimit: 'ask' }),
        budgetOf({ usd: 0.1, account: 'agent:run_1/desk' }),
      ];
      const refusal = await shop
        .call({ caller: callerOf({ budgets }) })
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({ budget: { account: 'agent:run_1/desk', onLimit: 'stop' } });
    });
  });

  describe('while others hold what they need', () => {
    const rich = () => callerOf({ budgets: [budgetOf({ usd: 1 })] });

    it('wait until these have cost less than they may', async () => {
      const first = Promise.withResolvers<void>();
      const shop = shopWith({
        waitMs: 60_000,
        answer: async () => {
          if (shop.asked.length === 1) await first.promise;
          return { usage: { outputTokens: 400 } };
        },
      });
      const one = shop.call({ caller: rich() });
      await expect.poll(() => shop.asked.length).toBe(1);
      const other = shop.call({ caller: rich() });
      first.resolve();
      await Promise.all([one, other]);
      expect(shop.asked[1]?.request.maximumOutputTokens).toBe(600);
      expect(await shop.state('run:run_1')).toEqual({ ...free, spentUsd: '0.8' });
    });

    it('come back later when that takes long', async () => {
      const shop = shopWith({ waitMs: 0 });
      await shop.payments.reserve(purchaseOf(rich()));
      const delayed = await shop.call({ caller: rich() }).catch((error: unknown) => error);
      expect(delayed).toBeInstanceOf(CallDelayed);
      expect(delayed).toMatchObject({ message: expect.stringContaining('1 reserved by other') });
    });

    it('stop waiting when they are cancelled', async () => {
      const shop = shopWith({ waitMs: 60_000 });
      await shop.payments.reserve(purchaseOf(rich()));
      const cancel = new AbortController();
      const waiting = shop.call({ caller: rich() }, { signal: cancel.signal });
      cancel.abort(new Error('not wanted any more'));
      await expect(waiting).rejects.toThrow('not wanted any more');
    });

    it('do not wait for what cannot come', async () => {
      const shop = shopWith({ waitMs: 60_000 });
      await shop.payments.reserve(purchaseOf(callerOf({ budgets: [budgetOf({ usd: 0.3 })] })));
      const caller = callerOf({ budgets: [budgetOf({ usd: 0.2 })] });
      await expect(shop.call({ caller })).rejects.toBeInstanceOf(BudgetExceeded);
    });
  });

  describe('of a process that died after it had set money aside', () => {
    const caller = callerOf({ callId: 'run_1/desk#turn-1', budgets: [budgetOf({ usd: 1 })] });

    it('are taken over by the retry', async () => {
      await shopWith().payments.reserve(purchaseOf(caller));
      const shop = shopWith({
        waitMs: 0,
        answer: async () => {
          expect(await shop.state('run:run_1')).toMatchObject({ reservedUsd: '1' });
          return { usage: { outputTokens: 10 } };
        },
      });
      await shop.call({ caller });
      expect(await shop.state('run:run_1')).toEqual({ ...free, spentUsd: '0.01' });
    });

    it('are taken over on another day, under that day', async () => {
      const now = new Date('2026-11-21T23:59:00Z');
      const shop = shopWith({ now: () => now, answer: () => ({ usage: { outputTokens: 10 } }) });
      await shop.payments.reserve(purchaseOf(caller));
      now.setUTCDate(22);
      await shop.call({ caller });
      expect(await shop.state('day:2026-11-21')).toEqual(free);
      expect(await shop.state('day:2026-11-22')).toEqual({ ...free, spentUsd: '0.01' });
    });

    it('are given back at the end of the run', async () => {
      const shop = shopWith();
      await shop.payments.reserve(purchaseOf(caller));
      await shop.accounts.releaseRun('run_2');
      expect(await shop.state('run:run_1')).toMatchObject({ reservedUsd: '1' });
      await shop.accounts.releaseRun('run_1');
      expect(await shop.state('run:run_1')).toEqual(free);
    });

    it('are given back after an hour to whoever needs it', async () => {
      await shopWith().payments.reserve(purchaseOf(caller));
      const later = new Date(Date.now() + 3_601_000);
      const shop = shopWith({ waitMs: 0, now: () => later });
      await shop.call({ caller: callerOf({ budgets: [budgetOf({ usd: 1 })] }) });
      expect(shop.asked[0]?.request.maximumOutputTokens).toBe(1_000);
    });
  });

  it('pays for what was sent before, also when the budget is used up by now', async () => {
    const shop = shopWith({ answer: () => ({ usage: { outputTokens: 400 } }) });
    const stored = { resumeResponseId: 'resp_1', onBegun: async () => undefined };
    await shop.call({ caller: poor() }, { stored });
    expect(await shop.state('run:run_1')).toEqual({ ...free, spentUsd: '0.4' });
  });

  it('counts what a provider keeps of the conversation as input, since it is billed again', async () => {
    const shop = openShop(database.db, {
      prices: { 'test:one': { input: 1_000_000, output: 0 } },
      answer: () => ({ usage: { inputTokens: 50, outputTokens: 50 } }),
    });
    const caller = () => callerOf({ nodePath: 'desk', budgets: [budgetOf({ usd: 10_000 })] });
    await shop.call({ caller: caller() });
    const stored = { previousResponseId: 'resp_1', onBegun: async () => undefined };
    const poorer = callerOf({ nodePath: 'desk', budgets: [budgetOf({ usd: 150 })] });
    await expect(shop.call({ caller: poorer }, { stored })).rejects.toThrow(
      /50 is spent .* this call needs at least 1[2-9]\d\./,
    );
  });

  it('pays for embeddings by their input', async () => {
    const shop = openShop(database.db, {
      prices: { 'test:vectors': { input: 1_000 } },
      embeddedTokens: 42,
    });
    const caller = callerOf({ source: 'gateway', budgets: [budgetOf({ usd: 1 })] });
    const request = { texts: ['one', 'two'] };
    const { signal } = new AbortController();
    expect(await shop.embed({ caller, model: 'test:vectors', request }, { signal })).toMatchObject({
      vectors: [[1, 2]],
      costUsd: '0.042',
    });
    expect(await shop.state('run:run_1')).toEqual({ ...free, spentUsd: '0.042' });
    const broke = callerOf({
      budgets: [budgetOf({ usd: 0.043, onLimit: 'cheaper', cheaperModels: ['test:cheap'] })],
    });
    await expect(
      shop.embed({ caller: broke, model: 'test:vectors', request }, { signal }),
    ).rejects.toBeInstanceOf(BudgetExceeded);
  });
});

const used = {
  inputTokens: 0,
  outputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

function purchaseOf(caller: ReturnType<typeof callerOf>) {
  return {
    caller,
    chain: ['test:one'],
    size: { inputTokens: 10, wantedOutput: 4_096, leastOutput: 256 },
    signal: new AbortController().signal,
  };
}
