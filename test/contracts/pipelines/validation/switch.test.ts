import { describe, expect, it } from 'vitest';
import { document, expectMistake, problemsOf, transform } from './support.ts';
import type { Case } from './support.ts';

const route = (fields: object) => document({ id: 'route', kind: 'switch', ...fields });
const big = { port: 'big', when: 'size(run.id) > 3' };
const one = { port: 'one', is: 1 };

/** A switch with two cases, from which an edge leads to `end`. */
const leaving = (port: string | undefined, value: unknown = null) => ({
  ...document(
    { id: 'route', kind: 'switch', value: 'run.id', cases: [big, one] },
    transform('end', value),
  ),
  edges: [{ from: 'route', to: 'end', ...(port !== undefined && { port }) }],
});

describe('a switch', () => {
  it.each([
    { cases: [big] },
    { value: 'size(run.id)', cases: [one, { port: 'none', is: null }] },
    { value: 'run.id', cases: [big, one], onError: 'continue' },
  ])('may be %j', (fields) => {
    expect(problemsOf(route(fields))).toEqual([]);
  });

  it.each([undefined, 'default', 'big', 'one'])('may be left through %s', (port) => {
    expect(problemsOf(leaving(port))).toEqual([]);
  });

  it.each<Case>([
    ['no cases', route({}), 'nodes[0].cases', 'cases is missing', ''],
    ['an empty list', route({ cases: [] }), 'nodes[0].cases', '', 'at least'],
    [
      'a case without a question',
      route({ cases: [{ port: 'a' }] }),
      'nodes[0].cases[0]',
      'the case a needs either when or is',
      'give either when',
    ],
    [
      'two cases of one port',
      route({ cases: [big, big] }),
      'nodes[0].cases[1].port',
      'another case has the port big',
      'give each case a different port',
    ],
    [
      'a port that each has',
      route({ cases: [{ ...big, port: 'default' }] }),
      'nodes[0].cases[0].port',
      'default is a reserved port',
      'choose another name',
    ],
    ['no value', route({ cases: [one] }), 'nodes[0].value', 'value is missing', 'write'],
    [
      'a value that nothing is compared with',
      route({ value: 'run.id', cases: [big] }),
      'nodes[0].value',
      'no case is compared with value',
      'remove value',
    ],
    [
      'a case that gives a text',
      route({ cases: [{ port: 'a', when: '"yes"' }] }),
      'nodes[0].cases[0].when',
      'gives string, not true or false',
      'compare it',
    ],
    [
      'a case that reads what is not there',
      route({ cases: [{ port: 'a', when: 'nodes.b.output' }] }),
      'nodes[0].cases[0].when',
      'node b not found',
      '',
    ],
    [
      'an edge from a port that there is not',
      leaving('bog'),
      'edges[0].port',
      'route has no port bog',
      'big',
    ],
  ])('%s', (...mistake) => expectMistake(mistake));

  it('whose cases cannot be read has every port, so that only the cases are reported', () => {
    const broken = { ...leaving('big'), nodes: [{ id: 'route', kind: 'switch', cases: 7 }] };
    const nodes = [...broken.nodes, transform('end')];
    expect(problemsOf({ ...broken, nodes }).map(({ path }) => path)).toEqual(['nodes[0].cases']);
  });

  it('may leave out what is behind each of its ports', () => {
    const read = {
      ...document(
        { id: 'route', kind: 'switch', cases: [big] },
        transform('a', 1),
        transform('b', 2),
        transform('end', '{{ nodes.a.output }}'),
      ),
      edges: [
        { from: 'route', port: 'big', to: 'a' },
        { from: 'route', to: 'b' },
        { from: 'a', to: 'end' },
        { from: 'b', to: 'end' },
      ],
    };
    expectMistake([
      'read',
      read,
      'nodes[3].value',
      'a may be skipped',
      'use nodes.?a.?output.orValue(null)',
    ]);
  });
});
