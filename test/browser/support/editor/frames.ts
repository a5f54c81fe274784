import { api } from '../browser.ts';
import { ownName } from '../own.ts';

/** A pipeline of three nodes, of which the first fails for the key `c`. @returns its name. */
export async function storeLookup(): Promise<string> {
  const name = ownName('lookup');
  await api.ask('POST', '/api/v1/pipelines', {
    name,
    inputs: { type: 'object', required: ['key'], properties: { key: { type: 'string' } } },
    nodes: [
      {
        id: 'find',
        kind: 'transform',
        title: 'Find it',
        value: "{{ {'a': 'apple', 'b': 'banana'}[inputs.key] }}",
      },
      { id: 'known', kind: 'condition', when: "nodes.find.output != ''" },
      { id: 'say', kind: 'transform', value: 'It is {{ nodes.find.output }}' },
    ],
    edges: [
      { from: 'find', to: 'known' },
      { from: 'known', port: 'yes', to: 'say' },
    ],
  });
  return name;
}

/** A pipeline that runs another one for each item and in rounds, with cards beside and below: all of it but its name. */
export const withBodies = (inner: string) => `title: Bodies
nodes:
  - { id: begin, kind: transform, value: begun }
  - id: each
    kind: map
    title: Each key
    pipeline: ${inner}
    items: [{ key: a }, { key: c }, { key: b }]
    onItemError: continue
    concurrency: 1
  - { id: beside, kind: transform, value: beside }
  - id: again
    kind: loop
    title: Again
    pipeline: ${inner}
    inputs: { key: "{{ round.number == 1.0 ? 'a' : 'b' }}" }
    maximumRounds: 2
edges:
  - { from: begin, to: each }
  - { from: begin, to: beside }
  - { from: each, to: again }
layout:
  begin: { x: 0, y: 0 }
  each: { x: 304, y: 0 }
  beside: { x: 304, y: 160 }
  again: { x: 608, y: 0 }
`;
