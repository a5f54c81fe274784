import { describe, expect, it } from 'vitest';
import {
  failoversOf,
  retriesOf,
  totalsByNode,
  totalsOf,
} from '../../../../web/src/pages/run/totals.ts';
import { stepOf } from './steps.ts';

const call = { kind: 'model', inputTokens: 100, outputTokens: 20 } as const;

describe('totals', () => {
  it('add up calls, tokens, cost and retries', () => {
    const steps = [
      stepOf('a', 'turn-1', { ...call, costUsd: '0.01' }),
      stepOf('a', 'turn-2', { ...call, costUsd: '0.02', attempt: 3 }),
      stepOf('a', 'turn-2.call-0'),
    ];
    expect(totalsOf(steps)).toMatchObject({
      modelCalls: 2,
      toolRuns: 1,
      inputTokens: 200,
      outputTokens: 40,
      costUsd: 0.03,
      retries: 2,
    });
  });

  it('know no cost where the price of one call is not known', () => {
    const steps = [
      stepOf('a', 'turn-1', { ...call, costUsd: '0.01' }),
      stepOf('a', 'turn-2', call),
    ];
    expect(totalsOf(steps).costUsd).toBeNull();
  });

  it('count for a loop and a map what their rounds and items used', () => {
    const steps = [
      stepOf('refine.round-1/write', 'turn-1', call),
      stepOf('refine.round-2/write', 'turn-1', call),
      stepOf('each.item-12/look', 'turn-1', call),
    ];
    const totals = totalsByNode(steps, '');
    expect([...totals.keys()]).toEqual(['refine', 'each']);
    expect(totals.get('refine')?.inputTokens).toBe(200);
    expect(totalsByNode(steps, 'refine.round-2').get('write')?.inputTokens).toBe(100);
  });

  it('count for a node what its attempts, delegations and child pipelines used', () => {
    const steps = [
      stepOf('desk/news', 'turn-1', call),
      stepOf('trade.try-2', 'turn-1', call),
      stepOf('trade/turn-1-0-research', 'turn-1', call),
      stepOf('trader', 'turn-1', call),
    ];
    const calls = (path: string) =>
      Object.fromEntries(
        [...totalsByNode(steps, path)].map(([id, { modelCalls }]) => [id, modelCalls]),
      );
    expect(calls('')).toEqual({ desk: 1, trade: 2, trader: 1 });
    expect(calls('desk')).toEqual({ news: 1 });
  });
});

describe('failovers', () => {
  const error = { code: '503', message: 'busy' };
  const failed = (model: string) => ({ model, status: 'failed' as const, durationMs: 1, error });
  const answered = (model: string) => ({ model, status: 'answered' as const, durationMs: 1 });

  it('are changes of the model within one way through the chain', () => {
    expect(failoversOf({ attempts: [failed('a'), failed('a'), answered('b')] })).toBe(1);
    expect(failoversOf({ attempts: [failed('a'), failed('b'), failed('a'), answered('b')] })).toBe(
      2,
    );
    expect(failoversOf({ attempts: [answered('a')] })).toBe(0);
    expect(failoversOf({ attempts: null })).toBe(0);
  });

  it('are no retries, which are what was tried again with the same model or tool', () => {
    const attempts = [failed('a'), failed('a'), failed('b'), answered('b')];
    expect(retriesOf({ attempt: 1, attempts })).toBe(2);
    expect(retriesOf({ attempt: 1, attempts: [failed('a'), answered('b')] })).toBe(0);
    expect(retriesOf({ attempt: 3, attempts: null })).toBe(2);
    expect(retriesOf({ attempt: 1, attempts: [] })).toBe(0);
  });
});
