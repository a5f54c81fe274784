import { describe, expect, it } from 'vitest';
import { unansweredIn } from '../../../contracts/runs/failovers.ts';
import type { Attempt } from '../../../contracts/runs/failovers.ts';

const failed = (model: string): Attempt => ({
  model,
  status: 'failed',
  error: { code: '500', message: `${model} is down` },
});
const answered = (model: string): Attempt => ({ model, status: 'answered' });
const moves = (...attempts: Attempt[]) => unansweredIn(attempts).map(({ from, to }) => [from, to]);

describe('the models that did not answer', () => {
  it('are told with the one that the call went on with, and why', () => {
    expect(unansweredIn([failed('a'), answered('b')])).toEqual([
      { from: 'a', to: 'b', code: '500', message: 'a is down' },
    ]);
  });

  it('are none when the first one answered', () => {
    expect(moves(answered('a'))).toEqual([]);
  });

  it('count once when one was asked twice in a row', () => {
    expect(moves(failed('a'), failed('a'), answered('b'))).toEqual([['a', 'b']]);
    expect(moves(failed('a'), answered('a'))).toEqual([]);
  });

  it('went on with none at the end of the chain, also when the call is tried again', () => {
    expect(moves(failed('a'), failed('b'), failed('a'), answered('b'))).toEqual([
      ['a', 'b'],
      ['b', null],
      ['a', 'b'],
    ]);
  });
});
