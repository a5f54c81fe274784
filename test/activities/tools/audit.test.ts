import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createToolAudit } from '../../../activities/tools/audit.ts';
import { NotYet } from '../../../activities/tool-kit/tool.ts';
import type { ToolCallRow } from '../../../db/repositories/catalog/tool-calls.ts';
import { someToolCall } from '../../support/tool-call.ts';
import { keptAudit, order, someExecutor, someRequest, someTool } from './support/executor.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

/** A table in memory that can be away. */
function table() {
  const rows = new Map<string, ToolCallRow>();
  const state = { rows, batches: 0, isAway: false };
  const put = vi.fn(async (given: readonly ToolCallRow[]) => {
    if (state.isAway) throw new Error('the database is away');
    state.batches += 1;
    for (const one of given) rows.set(one.id, one);
  });
  return Object.assign(state, { put });
}

describe('the audit log', () => {
  test('has of an answered call who asked for what, and how it went', async () => {
    const audit = keptAudit();
    const executor = someExecutor([someTool({ version: 3 })], { audit });
    await executor.run(someRequest({ key: 'k', agent: 'research', allowedTools: ['get_price'] }));
    await executor.run(someRequest());
    expect(audit.rows()).toMatchObject([
      {
        tool: 'get_price',
        version: 3,
        user: 'local',
        runId: 'run',
        key: 'k',
        agent: 'research',
        args: { symbol: 'SPX' },
        outcome: 'completed',
        code: null,
        cached: false,
        sideEffect: false,
      },
      { agent: null, outcome: 'completed', cached: true },
    ]);
  });

  test('holds no secret and nothing long, neither of arguments nor of made-up names', async () => {
    const audit = keptAudit();
    const executor = someExecutor([someTool()], { audit });
    const args = { symbol: 'sk-very-secret-1234', password: 'hunter2', note: 'x'.repeat(100_000) };
    await executor.run(someRequest({ args, tool: 'y'.repeat(5_000) })).catch(() => undefined);
    const text = JSON.stringify(audit.rows());
    expect(text).not.toMatch(/sk-very-secret|hunter2/);
    expect(text.length).toBeLessThan(6_000);
  });

  test('has long arguments in their own form, and says where it cut them', async () => {
    const audit = keptAudit();
    const executor = someExecutor([someTool()], { audit });
    const report = { strategy: { entry: 'close > sma50' }, equity: Array<number>(2_000).fill(1.5) };
    await executor.run(someRequest({ args: { reports: [report, report] } })).catch(() => undefined);
    const kept = {
      strategy: report.strategy,
      equity: [...Array<number>(50).fill(1.5), '…'],
    };
    expect(audit.rows()[0]?.args).toEqual({ reports: [kept, kept] });
  });

  test('has a side effect as begun before it happens, and then how it ended', async () => {
    const audit = keptAudit();
    const seen: string[] = [];
    const tool = order({
      handle: async () => {
        seen.push(...audit.rows().map(({ outcome }) => outcome));
        return null;
      },
    });
    await someExecutor([tool], { audit }).run(someRequest({ tool: 'place_order' }));
    expect(seen).toEqual(['started']);
    expect(audit.rows()).toMatchObject([{ outcome: 'completed', sideEffect: true }]);
  });

  test('that cannot be written stops a side effect, and no other call', async () => {
    const away = { ...keptAudit(), begin: () => Promise.reject(new Error('password=hunter2')) };
    const handle = vi.fn(async () => null);
    const executor = someExecutor([order({ handle }), someTool()], { audit: away });
    await expect(executor.run(someRequest({ tool: 'place_order' }))).rejects.toMatchObject({
      code: 'EXECUTION_ERROR',
      retryable: true,
      message: expect.stringMatching(/audit log cannot be written.*try again/),
    });
    expect(handle).not.toHaveBeenCalled();
    await expect(executor.run(someRequest())).resolves.toMatchObject({ status: 'completed' });
  });

  test('records a call that has to wait', async () => {
    const audit = keptAudit();
    const tool = order({
      handle: () => Promise.reject(new NotYet('It waits for the open', 1_000)),
    });
    await someExecutor([tool], { audit }).run(someRequest({ tool: 'place_order' }));
    expect(audit.rows()).toMatchObject([{ outcome: 'waiting', message: 'It waits for the open' }]);
  });
});

describe('the writer of the audit log', () => {
  test('writes what comes in a short time at once, without anybody waiting', async () => {
    const calls = table();
    const audit = createToolAudit({ calls, onError: () => undefined });
    for (const id of ['a', 'b', 'c']) audit.note(someToolCall(id));
    expect(calls.put).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(500);
    expect([...calls.rows.keys()]).toEqual(['a', 'b', 'c']);
    expect(calls.batches).toBe(1);
  });

  test('tries again what it could not write, and says so', async () => {
    const calls = table();
    const onError = vi.fn();
    const audit = createToolAudit({ calls, onError });
    calls.isAway = true;
    audit.note(someToolCall('a'));
    await vi.advanceTimersByTimeAsync(500);
    expect(onError).toHaveBeenCalledOnce();
    calls.isAway = false;
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.rows.has('a')).toBe(true);
  });

  test('keeps the end of a side effect until the database is back', async () => {
    const calls = table();
    const audit = createToolAudit({ calls, onError: () => undefined });
    await audit.begin(someToolCall('a', { outcome: 'started' }));
    calls.isAway = true;
    await audit.end(someToolCall('a'));
    expect(calls.rows.get('a')?.outcome).toBe('started');
    calls.isAway = false;
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.rows.get('a')?.outcome).toBe('completed');
  });

  test('writes what waits before it stops, and what comes after that', async () => {
    const calls = table();
    const audit = createToolAudit({ calls, onError: () => undefined });
    audit.note(someToolCall('a'));
    await audit.stop();
    expect(calls.rows.has('a')).toBe(true);
    audit.note(someToolCall('late'));
    await audit.flush();
    expect(calls.rows.has('late')).toBe(true);
  });
});
