import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskMark } from '../../activities/delegation/task-mark.ts';
import { givenBelow, mostGiven, whyNotDelegate } from '../../workflows/agent/delegation-guards.ts';
import type { Delegation } from '../../workflows/agent/delegation-guards.ts';

const allowed: Delegation = {
  from: 'a',
  to: 'b',
  mark: 'm',
  ancestry: { agents: ['root'], given: [{ agent: 'a', mark: 'm' }] },
  leftMs: 60_000,
};
const given = [{ agent: 'b', mark: 'm' }];
const failed = { agent: 'b', mark: 'm', hasFailed: true };

describe('the guards of delegation', () => {
  it('let a new task go to another agent', () => {
    expect(whyNotDelegate(allowed)).toBeUndefined();
  });

  it.each<[string, Partial<Delegation>]>([
    ['TooDeep', { ancestry: { agents: ['1', '2', '3', '4', '5'], given: [] } }],
    ['DelegationCycle', { to: 'root' }],
    ['DelegationCycle', { to: 'a' }],
    ['SameTaskAgain', { ancestry: { agents: ['root'], given } }],
    ['NoTimeLeft', { leftMs: 3_000 }],
  ])('refuse with %s, and say what to do instead', (type, change) => {
    expect(whyNotDelegate({ ...allowed, ...change })).toEqual({
      type,
      message: expect.stringContaining('Do this part yourself'),
    });
  });
});

describe('a task that was given before', () => {
  const refusalAfter = (earlier: Delegation['ancestry']['given']) =>
    whyNotDelegate({ ...allowed, ancestry: { agents: ['root'], given: earlier } });

  it('and failed is given once more', () => {
    expect(refusalAfter([failed])).toBeUndefined();
  });

  it('and failed twice is not, and neither is one that was answered or is at work', () => {
    expect(refusalAfter([failed, failed])?.message).toContain('failed at this task twice');
    expect(refusalAfter([failed, ...given])?.message).toContain('Use its answer');
  });

  it('is forgotten by those below after many others', () => {
    let known: Delegation['ancestry']['given'] = [failed];
    for (let count = 0; count < 2 * mostGiven; count += 1) {
      known = givenBelow(known, { agent: 'b', mark: `m${count}`, hasFailed: true });
    }
    expect(known).toHaveLength(mostGiven);
    expect(known.at(-1)?.mark).toBe(`m${2 * mostGiven - 1}`);
  });
});

describe('the mark of a task', () => {
  it('is the same for texts that differ in case, spaces and punctuation alone', () => {
    const word = fc.stringMatching(/^[a-z0-9]+$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const other = `  ${words.join(' \n').toUpperCase()}.`;
        expect(taskMark(other)).toBe(taskMark(words.join(' ')));
      }),
    );
    expect(taskMark('Look at SPX')).not.toBe(taskMark('Look at NDX'));
  });
});
