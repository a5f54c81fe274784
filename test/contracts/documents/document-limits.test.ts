import { describe, expect, it } from 'vitest';
import { checkAgent } from '../../../contracts/agents/check.ts';
import { documentLimits } from '../../../contracts/documents/document-limits.ts';
import type { DocumentLimitName } from '../../../contracts/documents/document-limits.ts';
import { readYaml } from '../../../contracts/documents/read-yaml.ts';
import { overSize } from '../../../contracts/documents/unfit-document.ts';
import { validatePipeline } from '../../../contracts/pipelines/validation/index.ts';

const catalog = { agents: {}, tools: {}, pipelines: {} };
const node = (id: number) => ({ id: `n${id}`, kind: 'transform', value: 1 });
const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const most = (name: DocumentLimitName) => documentLimits[name].most;

describe('a document', () => {
  it.each([
    ['nodes', { nodes: times(most('nodes') + 1, node) }, 'nodes', 'more than 500 nodes'],
    ['edges', { edges: times(most('edges') + 1, () => ({})) }, 'edges', 'more than 10,000 edges'],
    ['values', { a: { b: times(most('values'), () => 1) } }, 'a.b', 'more than 50,000 values'],
    ['levels', { a: nested(most('levels')) }, 'a[0][0]', 'more than 64 levels'],
    ['text', { a: ['x'.repeat(1024 * 1024)] }, 'a[0]', 'more than 1 MB'],
  ])(
    'with too much of %s has one problem, with its place and limit',
    (_what, parts, path, limit) => {
      const document = { name: 'large', nodes: [node(0)], ...parts };
      expect(validatePipeline(document, catalog).problems).toEqual([
        { path, message: expect.stringContaining(limit), fix: expect.stringMatching(/\w/) },
      ]);
    },
  );

  it('of the most nodes is read', () => {
    const document = { name: 'large', nodes: times(most('nodes'), node) };
    expect(validatePipeline(document, catalog).problems).toEqual([]);
  });

  it('of an agent has the same limits', () => {
    const { problems } = checkAgent(
      { tools: times(most('values'), String) },
      { tools: [], agents: [] },
    );
    expect(problems).toMatchObject([{ path: 'tools', message: /more than 50,000 values/ }]);
  });

  it('with more mistakes than one answer tells has the first ones, and how many more there are', () => {
    const wrong = Object.fromEntries(times(600, (key) => [`k${key}`, 1]));
    const { problems } = validatePipeline({ name: 'a', nodes: [node(0)], ...wrong }, catalog);
    expect(problems).toHaveLength(501);
    expect(problems.at(-1)).toMatchObject({ message: 'there are 100 more problems' });
    const found = checkAgent(wrong, { tools: [], agents: [] });
    expect(found.problems).toHaveLength(501);
  });

  it('that holds itself is too deep', () => {
    const loop: unknown[] = [];
    loop.push(loop);
    expect(overSize(loop)?.message).toContain('more than 64 levels');
  });
});

const errorsOf = (text: string) =>
  readYaml(text, { prettyErrors: true }).errors.map(({ message }) => message);

describe('YAML', () => {
  it.each([
    ['lists in lists', '- '.repeat(1_000), 'levels', 'line 1, column 13'],
    ['brackets in brackets', `a:\n  ${'['.repeat(201)}`, 'levels', 'line 2'],
    ['keys', times(100_001, (key) => `k${key}: 1\n`).join(''), 'values', 'line 100001'],
    ['aliases', `- &a 1\n${'- *a\n'.repeat(1_001)}`, 'YAML aliases', 'line 1002'],
    ['text', `a: ${'x'.repeat(1024 * 1024)}`, '1 MB', 'line 1, column 1048577'],
  ])('with too many %s says the limit and where it is passed', (_what, text, limit, place) => {
    expect(errorsOf(text)).toEqual([expect.stringContaining(limit)]);
    expect(errorsOf(text)[0]).toContain(place);
  });

  it('takes colons, dashes and stars in texts for what they are', () => {
    const text = `a: |\n${'  - *a: b,\n'.repeat(60_000)}`;
    expect(errorsOf(text)).toEqual([]);
  });

  it('of 40,000 keys is read', () => {
    const document = readYaml(times(40_000, (key) => `k${key}: 1\n`).join(''), {
      prettyErrors: true,
    });
    expect(Object.keys(document.toJS())).toHaveLength(40_000);
  });

  it('is read up to its first mistake of syntax', () => {
    expect(errorsOf('}\n'.repeat(1_000))).toHaveLength(1);
  });

  it('names a key that is there twice, and where', () => {
    expect(errorsOf('a: 1\nb: { c: 1, d: 2, c: 3 }\na: 2\n')).toEqual([
      'key a is written twice; remove one of them, at line 3, column 1',
      'key c is written twice; remove one of them, at line 2, column 18',
    ]);
  });

  it('may have a key in many objects', () => {
    expect(errorsOf('- a: 1\n- a: 2\n- { a: { a: 3 } }\n')).toEqual([]);
  });
});
