import { describe, expect, it } from 'vitest';
import { document, expectMistake, problemsOf, transform } from './support.ts';
import type { Case } from './support.ts';

const wait = (fields: object) =>
  document({ id: 'paid', kind: 'wait_for_event', event: 'order.paid', ...fields });

describe('a node that waits for an event', () => {
  it.each([
    {},
    { when: 'event.data.amount > 3 && event.id != run.id', timeout: '7d', onTimeout: 'fail' },
  ])('may have %j', (fields) => {
    expect(problemsOf(wait(fields))).toEqual([]);
  });

  it('filters by what the run has done before', () => {
    const [paid] = wait({ when: 'event.data.order == nodes.order.output' }).nodes;
    const nodes = [transform('order', 7), paid!];
    const edges = [{ from: 'order', to: 'paid' }];
    expect(problemsOf({ ...document(...nodes), edges })).toEqual([]);
    expect(problemsOf(document(...nodes))).toMatchObject([{ path: 'nodes[1].when' }]);
  });

  it.each<Case>([
    ['no name', wait({ event: undefined }), 'nodes[0].event', 'event is missing', ''],
    ['a bad name', wait({ event: 'a b' }), 'nodes[0].event', 'is not the name of an event', ''],
    ['no condition', wait({ when: '3' }), 'nodes[0].when', 'gives int, not true or false', ''],
    [
      'a name that it cannot read',
      wait({ when: 'evnt.data.x' }),
      'nodes[0].when',
      'Unknown variable: evnt',
      'this can read inputs, nodes, run and event',
    ],
    ['no duration', wait({ timeout: 'soon' }), 'nodes[0].timeout', 'is not a duration', ''],
    [
      'an event elsewhere',
      document(transform('a', '{{ event.data }}')),
      'nodes[0].value',
      'Unknown variable: event',
      '',
    ],
  ])('%s', (...mistake) => expectMistake(mistake));
});
