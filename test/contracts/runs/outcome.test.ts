import { expect, test } from 'vitest';
import { outcomeOf } from '../../../contracts/runs/outcome.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { NodeState } from '../../../contracts/runs/run.ts';

const approval = (output: Json): NodeState => ({
  id: 'approval',
  kind: 'approval',
  status: 'completed',
  output,
});
const outcome = (...nodes: NodeState[]) => outcomeOf({ status: 'completed', output: null, nodes });

const rejected = approval({ decision: 'rejected', by: 'ada', comment: null });
const approved = approval({ decision: 'approved', by: 'ada', comment: null });

test('of a run whose question was rejected is that, with who did so and why', () => {
  expect(outcome(rejected)).toMatchObject({ title: 'Rejected', text: 'Rejected by ada.' });
  const why = approval({ decision: 'rejected', by: 'ada', comment: 'Too much.' });
  expect(outcome(why)?.text).toBe('Rejected by ada: Too much.');
});

test('of a run whose question nobody answered is that', () => {
  const expired = approval({ decision: 'expired', by: null, comment: null });
  expect(outcome(expired)?.title).toBe('Not approved');
});

test('of a run in which something was approved is as its status says', () => {
  expect(outcome(approved)).toBeNull();
  expect(outcome(rejected, approved)).toBeNull();
});

test('of a run that failed after a rejection is that it failed', () => {
  expect(outcomeOf({ status: 'failed', output: null, nodes: [rejected] })).toBeNull();
});

test('is nothing where another node gives what looks like a decision', () => {
  expect(outcome({ ...rejected, kind: 'transform' })).toBeNull();
});
