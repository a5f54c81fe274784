import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { outputForms } from '../../../contracts/trading/outputs.ts';

const { parameters } = outputForms.TradeDecision.variants.submit_trade_decision;
const order = { symbol: 'SPX', side: 'buy', quantity: 2, referencePrice: 3000 };
const said = { symbol: 'SPX', confidence: 0.5, reason: 'up' };

/** What is wrong with a decision; undefined where nothing is. */
function problemOf(decision: unknown): string | undefined {
  const { error } = parameters.safeParse(decision);
  return error && z.prettifyError(error);
}

describe('a trade decision', () => {
  test.each([
    ['buys with its order', { action: 'buy', ...said, order }],
    ['sells with its order', { action: 'sell', ...said, order: { ...order, side: 'sell' } }],
    ['writes its symbol in small letters', { action: 'buy', ...said, symbol: ' spx', order }],
    ['holds with a reason', { action: 'hold', ...said }],
    ['names what was missing', { action: 'no_data', symbol: 'SPX', missing: ['no price'] }],
  ])('%s', (_what, decision) => {
    expect(problemOf(decision)).toBeUndefined();
  });

  test.each([
    ['a sell order with buy', { action: 'buy', ...said, order: { ...order, side: 'sell' } }, 'buy'],
    [
      'an order in another symbol',
      { action: 'buy', ...said, order: { ...order, symbol: 'QQQ' } },
      'use the same symbol in both',
    ],
    ['an order with hold', { action: 'hold', ...said, order }, 'hold has no order'],
    [
      'an order with no_data',
      { action: 'no_data', symbol: 'SPX', missing: ['x'], order },
      'no_data has no order',
    ],
    ['buy without an order', { action: 'buy', ...said }, 'action buy needs an order'],
    ['hold without a reason', { action: 'hold', symbol: 'SPX', confidence: 1 }, 'reason'],
    ['no_data that names nothing', { action: 'no_data', symbol: 'SPX', missing: [] }, 'missing'],
  ])('is refused with %s, and told what to fix', (_what, decision, mend) => {
    expect(problemOf(decision)).toContain(mend);
  });
});

test('a leader says what was missing in place of standing aside', () => {
  const { no_data: form } = outputForms.LeaderDecision.variants;
  expect(form.parameters.safeParse({ symbol: 'SPX', missing: ['no bars'] }).success).toBe(true);
  expect(form.parameters.safeParse({ symbol: 'SPX', reason: 'closed' }).success).toBe(false);
});

test('a leader’s close may only close, whatever its quantity', () => {
  const { act } = outputForms.LeaderDecision.variants.close;
  const result = { symbol: 'SPX', side: 'sell', quantity: 500, referencePrice: 100 };
  expect(act.args(result)).toMatchObject({ side: 'sell', reduceOnly: true });
});
