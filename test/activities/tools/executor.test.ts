import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createToolExecutor } from '../../../activities/tools/create-executor.ts';
import type { ToolLogEntry } from '../../../activities/tools/create-executor.ts';
import { createToolRateLimiter } from '../../../activities/tools/steps/rate-limit.ts';
import { NotYet, ToolError } from '../../../activities/tool-kit/tool.ts';
import type { Tool, ToolContext, ToolSettings } from '../../../activities/tool-kit/tool.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Plan } from '../../../contracts/tools/tools.ts';
import { someRequest, someTool } from './support/executor.ts';

type Handler = (context: ToolContext<object>) => Promise<Json>;
type Definition = {
  name?: string;
  version?: number;
  category?: string;
  plan?: Plan;
  minute?: number;
  sideEffect?: boolean;
  missing?: NonNullable<Tool['missing']>;
  handle?: Handler;
};

function tool({ minute = 100, handle, ...definition }: Definition = {}) {
  return someTool({
    ...definition,
    rateLimit: { minute },
    label: ({ symbol }) => symbol!.toUpperCase(),
    ...(handle && { handle: (_args, context) => handle(context) }),
  });
}

function executor(
  definitions: Definition[],
  given: {
    plan?: Plan;
    allowedTools?: string[];
    aiTrading?: boolean;
    settings?: ToolSettings;
  } = {},
) {
  const log: ToolLogEntry[] = [];
  const { plan = 'premium', allowedTools, aiTrading = true, settings } = given;
  const created = createToolExecutor<object>({
    tools: definitions.map(tool),
    services: {},
    terms: { plan, allowedTools },
    ...(settings && { settings }),
    switches: { aiTrading },
    rateLimiter: createToolRateLimiter(),
    log: (entry) => log.push(entry),
  });
  return { ...created, entries: log };
}

const emptyOrder = () => someRequest({ tool: 'place_order', args: {} });

function failing(error: Error) {
  async function handle(): Promise<Json> {
    throw error;
  }
  return executor([{ handle }]);
}

function counting(category: string) {
  const handle = vi.fn(async (): Promise<Json> => null);
  return { handle, tools: executor([{ category, handle }]) };
}

const order = {
  name: 'place_order',
  category: 'trading',
  switch: 'aiTrading',
  sideEffect: true,
} as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] });
  // The cache takes the time 0 for none.
  vi.advanceTimersByTime(1);
});
afterEach(() => vi.useRealTimers());

describe('a tool call', () => {
  test('gives the answer of the handler, with its time and that it is fresh', async () => {
    const tools = executor([{}]);
    expect(await tools.run(someRequest())).toEqual({
      status: 'completed',
      output: { price: 1 },
      metadata: { executionMs: expect.any(Number), cached: false },
    });
  });

  test('tells how far it has come, in a short text and a part of the whole', async () => {
    const told: unknown[] = [];
    const tools = executor([
      {
        async handle({ progress }) {
          progress('asked');
          progress('x\0'.repeat(1_000), 7);
          return null;
        },
      },
    ]);
    await tools.run({ ...someRequest(), onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([
      { message: 'asked', fraction: null },
      { message: expect.stringMatching(/^(x\ufffd){99}x…$/), fraction: 1 },
    ]);
  });

  test('gives what the database can store, fresh and cached', async () => {
    const tools = executor([{ handle: async () => ({ title: 'up\0 \ud83d 📈' }) }]);
    const output = { title: 'up\ufffd \ufffd 📈' };
    expect(await tools.run(someRequest())).toMatchObject({ output, metadata: { cached: false } });
    expect(await tools.run(someRequest())).toMatchObject({ output, metadata: { cached: true } });
  });

  test('that fails says so in a text that the database can store', async () => {
    const tools = failing(new ToolError('answered \0\ud83d', { retryable: false }));
    await expect(tools.run(someRequest())).rejects.toMatchObject({
      message: 'answered \ufffd\ufffd',
    });
  });

  test('of a tool whose key is not set is refused, and its specification says what to do', async () => {
    const missing = ({ FMP_API_KEY: key }: ToolSettings) => (key ? undefined : 'set FMP_API_KEY');
    const without = executor([{ missing }]);
    expect(without.find('get_price')?.missing).toBe('set FMP_API_KEY');
    await expect(without.run(someRequest())).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      fault: 'setup',
      message: 'get_price is not set up: set FMP_API_KEY.',
    });
    const withKey = executor([{ missing }], { settings: { FMP_API_KEY: 'k' } });
    expect(withKey.find('get_price')).not.toHaveProperty('missing');
    expect(await withKey.run(someRequest())).toMatchObject({ status: 'completed' });
  });

  test('with wrong arguments has a label of the texts that are there', () => {
    const { label } = executor([{}]);
    expect(label('get_price', { symbol: 5, side: 'long' })).toBe('get_price long');
    expect(label('get_price', {})).toBe('get_price');
  });

  test('has a label that splits no emoji where it is cut', () => {
    const label = executor([{}]).label('get_price', { symbol: `${'x'.repeat(88)}📈 up` });
    expect(label).toBe(`get_price ${'X'.repeat(88)}…`);
  });

  test('of an unknown tool is refused with the nearest name', async () => {
    await expect(executor([{}]).run(someRequest({ tool: 'get_prise' }))).rejects.toMatchObject({
      code: 'TOOL_NOT_FOUND',
      message: 'Tool "get_prise" not found. Did you mean get_price?',
    });
    await expect(executor([{}]).run(someRequest({ tool: 'ssh_command' }))).rejects.toMatchObject({
      message: 'Tool "ssh_command" not found. Choose one of: get_price.',
    });
  });

  test('that an agent does not declare is refused', async () => {
    const call = someRequest({ allowedTools: ['search_news'] });
    await expect(executor([{}]).run(call)).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: 'This agent cannot use get_price; it can use search_news.',
    });
  });

  test('that agents may not use here is refused to an agent that declares it, not to others', async () => {
    const tools = executor([{}], { allowedTools: ['search_news'] });
    await expect(tools.run(someRequest({ allowedTools: ['get_price'] }))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('BATON_ALLOWED_TOOLS'),
    });
    await expect(tools.run(someRequest())).resolves.toMatchObject({ status: 'completed' });
  });

  test('above the plan is refused with the plan that it needs', async () => {
    const tools = executor([{ plan: 'pro' }], { plan: 'free' });
    await expect(tools.run(someRequest())).rejects.toMatchObject({
      code: 'PLAN_REQUIRED',
      message: expect.stringMatching(/needs the plan "pro".*BATON_PLAN=pro/),
    });
    await executor([{ plan: 'pro' }], { plan: 'premium' }).run(someRequest());
  });

  test('with a side effect is refused to agents of whom nothing says how it is decided, and allowed to a node', async () => {
    const tools = executor([order]);
    const call = { tool: 'place_order' };
    await expect(
      tools.run(someRequest({ ...call, allowedTools: ['place_order'] })),
    ).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('BATON_AGENT_SIDE_EFFECTS'),
    });
    await tools.run(someRequest(call));
  });

  test('that trades is refused while trading is off', async () => {
    const tools = executor([order], { aiTrading: false });
    await expect(tools.run(someRequest({ tool: 'place_order' }))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('BATON_AI_TRADING=true'),
    });
  });

  test('with wrong arguments is refused with every field and what is wanted there', async () => {
    const call = someRequest({ args: { limit: 900, symbl: 'SPX' } });
    const refusal = await executor([{}])
      .run(call)
      .catch((error: Error & { code: string }) => error);
    expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', retryable: false });
    const { message } = refusal as Error;
    expect(message).toBe(
      'The arguments of get_price are not valid. ' +
        'symbol is missing, give symbol: text (described as: The instrument); ' +
        'limit: must be at most 500, got 900, use at most 500; ' +
        'symbl: field symbl not found, did you mean symbol?',
    );
  });

  test.each([null, 'SPX', [1], 7] as Json[])('with %j as arguments is refused', async (args) => {
    const tools = executor([{}]);
    await expect(tools.run(someRequest({ args }))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    expect(tools.label('get_price', args)).toMatch(/^get_price/);
  });

  test('is checked in order: look-up, plan, permission, rate limit, validation', async () => {
    const hidden = executor([{ ...order, plan: 'premium', minute: 1 }], {
      plan: 'free',
      aiTrading: false,
    });
    await expect(hidden.run(emptyOrder())).rejects.toMatchObject({ code: 'PLAN_REQUIRED' });
    const off = executor([{ ...order, minute: 1 }], { aiTrading: false });
    await expect(off.run(emptyOrder())).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    const limited = executor([{ ...order, minute: 1 }]);
    await expect(limited.run(emptyOrder())).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(limited.run(emptyOrder())).rejects.toMatchObject({ code: 'RATE_LIMIT' });
  });
});

describe('what a handler throws', () => {
  test('as NotYet means to wait', async () => {
    expect(await failing(new NotYet('the next bar', 5000)).run(someRequest())).toEqual({
      status: 'waiting',
      retryAfterMs: 5000,
      reason: 'the next bar',
    });
  });

  test.each([true, false])('as ToolError keeps whether a retry helps: %s', async (retryable) => {
    const tools = failing(new ToolError('kraken does not respond', { retryable }));
    await expect(tools.run(someRequest())).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      message: 'kraken does not respond',
      retryable,
    });
  });

  test('from the network may be tried again', async () => {
    const reset = new TypeError('fetch failed', {
      cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
    });
    await expect(failing(reset).run(someRequest())).rejects.toMatchObject({ retryable: true });
  });

  test('unforeseen is not shown to users, and is in the log', async () => {
    const secret = new Error('query failed: password=hunter2');
    const tools = failing(secret);
    await expect(tools.run(someRequest())).rejects.toMatchObject({
      retryable: false,
      message: expect.not.stringContaining('hunter2'),
    });
    expect(tools.entries[0]).toMatchObject({ outcome: 'failed', cause: secret });
  });
});

describe('the cache', () => {
  test.each([
    ['market', 5],
    ['portfolio', 10],
    ['ml', 60],
    ['news', 300],
    ['web', 3600],
    ['system', 30],
  ] as const)('keeps %s answers for %i s', async (category, seconds) => {
    const { handle, tools } = counting(category);
    await tools.run(someRequest());
    vi.advanceTimersByTime(seconds * 1000 - 50);
    expect(await tools.run(someRequest({ args: { limit: 100, symbol: 'SPX' } }))).toMatchObject({
      metadata: { cached: true },
    });
    expect(handle).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(100);
    await tools.run(someRequest());
    expect(handle).toHaveBeenCalledTimes(2);
  });

  test.each(['calculate', 'trading', 'alerts'] as const)('never keeps %s', async (category) => {
    const { handle, tools } = counting(category);
    await tools.run(someRequest());
    await tools.run(someRequest());
    expect(handle).toHaveBeenCalledTimes(2);
  });

  test('tells users and arguments apart', async () => {
    const { handle, tools } = counting('market');
    await tools.run(someRequest());
    await tools.run(someRequest({ user: 'another' }));
    await tools.run(someRequest({ args: { symbol: 'BTC/USDT' } }));
    expect(handle).toHaveBeenCalledTimes(3);
  });

  test('is emptied by a side effect, so that a portfolio shows the order', async () => {
    const handle = vi.fn(async () => null);
    const portfolio = { name: 'get_portfolio', category: 'portfolio', handle } as const;
    const tools = executor([portfolio, order]);
    await tools.run(someRequest({ tool: 'get_portfolio' }));
    await tools.run(someRequest({ tool: 'place_order' }));
    await tools.run(someRequest({ tool: 'get_portfolio' }));
    expect(handle).toHaveBeenCalledTimes(2);
  });
});

describe('the log', () => {
  test('has one entry a call, with how it went, and without its arguments', async () => {
    const tools = executor([{}]);
    await tools.run(someRequest({ key: 'k' }));
    await tools.run(someRequest());
    await tools.run(someRequest({ tool: 'nope' })).catch(() => undefined);
    expect(tools.entries).toMatchObject([
      {
        tool: 'get_price',
        key: 'k',
        user: 'local',
        outcome: 'completed',
        cached: false,
        executionMs: expect.any(Number),
      },
      { outcome: 'completed', cached: true },
      { tool: 'nope', outcome: 'refused', code: 'TOOL_NOT_FOUND' },
    ]);
    expect(tools.entries[0]).not.toHaveProperty('audit');
    expect(tools.entries[0]).not.toHaveProperty('args');
  });

  test('audits every attempt at an order, allowed or not', async () => {
    const call = { tool: 'place_order' };
    const tools = executor([order], { aiTrading: false });
    await tools.run(someRequest(call)).catch(() => undefined);
    const allowed = executor([order]);
    await allowed.run(someRequest(call));
    expect([...tools.entries, ...allowed.entries]).toMatchObject([
      { outcome: 'refused', code: 'PERMISSION_DENIED', audit: true },
      { outcome: 'completed', audit: true },
    ]);
  });
});

describe('the registry', () => {
  test('refuses two tools with the same id', () => {
    expect(() => executor([{}, {}])).toThrow('Two tools have the id get_price@1');
  });

  test('answers with the newest version of a name', () => {
    const tools = executor([{ version: 2 }, {}]);
    expect(tools.find('get_price')?.id).toBe('get_price@2');
    expect(tools.list()).toHaveLength(1);
  });

  test('lists what tools say of themselves, as plain data', () => {
    const [spec] = executor([{}]).list();
    expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
    expect(spec?.parameters).toMatchObject({ type: 'object', required: ['symbol'] });
  });

  test('names a call for people, and never throws', () => {
    const tools = executor([{}]);
    expect(tools.label('get_price', { symbol: 'spx' })).toBe('get_price SPX');
    expect(tools.label('get_price', { symbol: 5 })).toBe('get_price');
    expect(tools.label('nope', { symbol: 'spx' })).toBe('nope');
  });
});
