import { describe, expect, test } from 'vitest';
import { outcomeOf } from '../../../contracts/runs/outcome.ts';
import type { NodeState } from '../../../contracts/runs/run.ts';
import type { Json } from '../../../contracts/base/json.ts';

const buy = { action: 'buy', symbol: 'SPX', reason: 'up' };
const placed = { order: { clientOrderId: 'a' }, fill: null };
const node = (output: Json): NodeState => ({ id: 'a', kind: 'tool', status: 'completed', output });

function outcome(output: Json | null, ...outputs: Json[]) {
  return outcomeOf({ status: 'completed', output, nodes: outputs.map(node) });
}

describe('what came of a run', () => {
  test('is that data was missing, with what it was, wherever the decision stands', () => {
    const blind = { action: 'no_data', symbol: 'XYZ', missing: ['no price', 'no bars'] };
    const told = { name: 'no-data', text: 'No decision on XYZ. Missing: no price; no bars.' };
    expect(outcome(blind)).toMatchObject(told);
    expect(outcome({ decision: blind, order: null })).toMatchObject(told);
    expect(outcome(null, 'a report', blind)).toMatchObject(told);
  });

  test('names what was missing once, where the reason does so too', () => {
    const reason = '(Demo model) Missing: no price. Try again.';
    const blind = { action: 'no_data', symbol: 'XYZ', missing: ['no price'], reason };
    expect(outcome(blind)?.text).toBe(
      'No decision on XYZ. Missing: no price. (Demo model) Try again.',
    );
  });

  test('is its order where a person decided without the data', () => {
    const blind = { action: 'no_data', symbol: 'SPX', missing: ['no price'] };
    expect(outcome(null, blind, placed)).toBeNull();
  });

  test('of a run that failed is its error', () => {
    const nodes = [node({ action: 'no_data', symbol: 'XYZ', missing: ['no price'] })];
    expect(outcomeOf({ status: 'failed', output: null, nodes })).toBeNull();
  });

  test('is that no order followed a decision to act', () => {
    expect(outcome({ decision: buy, order: null })).toMatchObject({
      name: 'no-order',
      text: 'The decision was buy SPX, and no order followed it.',
    });
    const noOrder = 'The agent has no create_paper_order.';
    expect(outcome({ ...buy, action: 'open_long', noOrder })).toMatchObject({
      text: `The decision was open long SPX, and no order followed it. ${noOrder}`,
    });
  });

  test.each<[string, Json]>([
    ['an order follows', { decision: buy, order: placed }],
    ['the decision has the id of its order', { ...buy, action: 'open_long', order: 'a' }],
    ['nothing was to be done', { ...buy, action: 'hold' }],
    ['something else is called buy', { action: 'buy', item: 'milk' }],
  ])('is as its status says where %s', (_what, output) => {
    expect(outcome(output)).toBeNull();
  });

  test('is not known while the run continues', () => {
    const nodes = [node({ action: 'no_data', symbol: 'XYZ', missing: ['no price'] })];
    expect(outcomeOf({ status: 'in_progress', output: null, nodes })).toBeNull();
  });
});
