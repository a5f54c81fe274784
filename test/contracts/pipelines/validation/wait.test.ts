import { describe, expect, it } from 'vitest';
import { document, expectMistake, problemsOf } from './support.ts';
import type { Case } from './support.ts';

const wait = (fields: object) => document({ id: 'pause', kind: 'wait', ...fields });

describe('a node that waits', () => {
  it.each([
    { for: '15m' },
    { until: '2026-11-22T14:30:00Z' },
    { until: '2026-11-22T14:30+01:00' },
    { until: '{{ inputs.at }}' },
  ])('may be %j', (fields) => {
    const inputs = { type: 'object', required: ['at'], properties: { at: { type: 'string' } } };
    expect(problemsOf({ ...wait(fields), inputs })).toEqual([]);
  });

  it.each<Case>([
    ['neither', wait({}), 'nodes[0].for', 'for is missing', 'give either for'],
    [
      'both',
      wait({ for: '1m', until: '2026-11-22T14:30:00Z' }),
      'nodes[0].for',
      'is not valid',
      'give either for',
    ],
    ['no duration', wait({ for: 'long' }), 'nodes[0].for', 'is not a duration', ''],
    ['no moment', wait({ until: 'noon' }), 'nodes[0].until', 'a time with its offset', ''],
    [
      'no offset',
      wait({ until: '2026-11-22T14:30:00' }),
      'nodes[0].until',
      'a time with its offset',
      'write 2026-11-22T14:30:00Z',
    ],
    [
      'a day that there is not',
      wait({ until: '2026-02-30T14:30:00Z' }),
      'nodes[0].until',
      'a time with its offset',
      '',
    ],
    [
      'an unknown name',
      wait({ until: '{{ inputs.when }}' }),
      'nodes[0].until',
      'input when not found',
      'declare it',
    ],
    ['a time limit', wait({ for: '1m', timeout: '1m' }), 'nodes[0].timeout', 'timeout', ''],
  ])('is refused with %s', (...given) => expectMistake(given));
});
