import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expressionsIn, renderTemplate } from '../../../contracts/expressions/index.ts';
import type { ExpressionContext } from '../../../contracts/expressions/index.ts';
import type { Json } from '../../../contracts/base/json.ts';

const context: ExpressionContext = {
  inputs: { n: 3, text: 'x', list: [1, 2] },
  nodes: { large: { status: 'completed', output: { artifact: 'a1', bytes: 99_999, preview: '' } } },
  run: { id: 'run-1' },
};

const render = (template: Json) => renderTemplate(template, context);

describe('a template', () => {
  test.each<[Json, Json]>([
    ['{{ inputs.n }}', 3],
    ['  {{ inputs.n }}\n', 3],
    ['n = {{ inputs.n }}', 'n = 3'],
    ['{{ inputs.text }}{{ inputs.text }}', 'xx'],
    ['{{ inputs.list }}!', '[1,2]!'],
    ['no expression, { one brace }', 'no expression, { one brace }'],
    [
      { a: ['{{ inputs.n }}', true], '{{ key }}': null },
      { a: [3, true], '{{ key }}': null },
    ],
    ["{{ {'a': {'b': inputs.n}} }}", { a: { b: 3 } }],
    ["{{{'a': {'b': 1}}}}", { a: { b: 1 } }],
    ["{{ 'it\\'s }}' }}.", "it's }}."],
    ['{{ """a"}}b""" }}.', 'a"}}b.'],
    ['{{ "{{" }} is literal', '{{ is literal'],
  ])('%j becomes %j', (template, expected) => {
    expect(render(template)).toStrictEqual(expected);
  });

  test('keeps an artifact whole where it stands alone, and as a token within text', () => {
    expect(render('{{ nodes.large.output }}')).toMatchObject({ artifact: 'a1' });
    expect(render('Given: {{ nodes.large.output }}')).toBe('Given: [[artifact:a1]]');
    expect(render('Given: {{ {"views": nodes.large.output} }}')).toBe(
      'Given: {"views":"[[artifact:a1]]"}',
    );
  });

  test('names the place of a {{ that is not closed', () => {
    expect(() => render('a {{ inputs.n }')).toThrow('a {{ is not closed at character 3');
    expect(expressionsIn({ a: 'a {{ inputs.n }' })).toMatchObject([
      { path: ['a'], error: { position: 2 } },
    ]);
  });

  test('names the field whose expression cannot be evaluated', () => {
    const args = { symbol: 'SPX', legs: [{ quantity: '{{ inputs.nothing }}' }] };
    expect(() => render(args)).toThrow(/^legs\.0\.quantity: No such key: nothing/);
    expect(() => render('{{ inputs.nothing }}')).toThrow(/^No such key: nothing/);
  });

  test('tells each expression with its path', () => {
    const template = { a: ['{{ inputs.n }} {{ run.id }}'], b: { c: '{{ 1 }}' } };
    expect(expressionsIn(template)).toStrictEqual([
      { path: ['a', 0], source: 'inputs.n' },
      { path: ['a', 0], source: 'run.id' },
      { path: ['b', 'c'], source: '1' },
    ]);
  });

  test('without expressions, is what it was', () => {
    const plain = fc.jsonValue().filter((value) => !JSON.stringify(value).includes('{{'));
    fc.assert(
      fc.property(plain, (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        expect(render(json)).toStrictEqual(json);
      }),
    );
  });

  test('gives back any text that is quoted in an expression', () => {
    const quoted = fc.string().map((text) => ({ text, source: JSON.stringify(text) }));
    fc.assert(
      fc.property(quoted, fc.string(), ({ text, source }, around) => {
        const before = around.replaceAll('{', '(');
        expect(render(`{{ ${source} }}`)).toBe(text);
        expect(render(`${before}|{{ ${source} }}|`)).toBe(`${before}|${text}|`);
        expect(expressionsIn(`${before}{{${source}}}`)).toStrictEqual([{ path: [], source }]);
      }),
    );
  });

  test('gives back any JSON that is written as a CEL literal', () => {
    const literal = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
        fc.string(),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.stringMatching(/^[a-z{}"' ]{1,5}$/), tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    fc.assert(
      fc.property(literal, (value) => {
        expect(render(`{{${JSON.stringify(value)}}}`)).toEqual(value);
      }),
    );
  });
});
