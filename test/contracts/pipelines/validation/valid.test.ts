import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { nodeKinds } from '../../../../contracts/pipelines/nodes/index.ts';
import { validatePipeline } from '../../../../contracts/pipelines/validation/index.ts';
import { exampleCatalog } from '../catalog.ts';
import { document, forked, price, problemsOf, raced, transform, withInputs } from './support.ts';

describe('what is no mistake', () => {
  test.each<[string, unknown]>([
    [
      'optional access to a node that may be skipped',
      forked('{{ nodes.?yes.?output.orValue(nodes.?no.?output) }}'),
    ],
    ['a guarded read', forked('{{ has(nodes.yes) ? nodes.yes.output : null }}')],
    [
      'a read behind the fork on the same branch',
      { ...forked(null), output: '{{ nodes.end.output }}' },
    ],
    ['a branch that a join waits for', raced({ mode: 'all' }, '{{ nodes.a.output }}')],
    ['a quorum of all', raced({ mode: 'quorum', quorum: 2 }, '{{ nodes.a.output }}')],
    [
      'a node before both branches of a race',
      {
        ...document(
          price,
          transform('a'),
          transform('b'),
          { id: 'j', kind: 'join', mode: 'any' },
          transform('end', '{{ nodes.price.output }}'),
        ),
        edges: [
          { from: 'price', to: 'a' },
          { from: 'price', to: 'b' },
          { from: 'a', to: 'j' },
          { from: 'b', to: 'j' },
          { from: 'j', to: 'end' },
        ],
      },
    ],
    [
      'a caught failure that is read as such',
      {
        ...document(
          { ...price, onError: 'port' },
          transform('b', '{{ nodes.price.error.message }}'),
        ),
        edges: [{ from: 'price', port: 'error', to: 'b' }],
      },
    ],
    [
      'any input where the schema is open',
      withInputs({ type: 'object', additionalProperties: true }, '{{ inputs.anything }}'),
    ],
    ['all nodes in the output', { ...document(price), output: '{{ nodes }}' }],
    ['arguments in one expression', document({ ...price, args: '{{ {"symbol": "SPX"} }}' })],
    [
      'an argument with a default left out',
      document({ id: 'o', kind: 'tool', tool: 'get_ohlcv', args: { symbol: 'SPX' } }),
    ],
  ])('%s', (_name, tested) => {
    expect(problemsOf(tested)).toStrictEqual([]);
  });

  test.each(Object.entries(nodeKinds))(
    'the example of %s is a valid node',
    (_kind, { schema, example }) => {
      expect(schema.safeParse(example).error).toBeUndefined();
    },
  );
});

test('a valid document comes back with its defaults', () => {
  const { pipeline } = validatePipeline(document(price), exampleCatalog());
  expect(pipeline?.nodes[0]).toMatchObject({ onError: 'fail' });
  expect(pipeline?.edges).toStrictEqual([]);
});

test('research, a decision, an approval and an order are a valid document', () => {
  const source = `
    name: research-to-trading
    title: Research, then trade
    inputs:
      type: object
      required: [symbol]
      properties: { symbol: { type: string, default: SPX }, budgetUsd: { type: number, default: 1 } }
    nodes:
      - { id: research, kind: agent, agent: research, task: "Analyse {{ inputs.symbol }}" }
      - { id: decide, kind: agent, agent: trading, output: TradeDecision,
          task: "Decide on {{ inputs.symbol }}, given: {{ nodes.research.output.report }}" }
      - { id: worth_it, kind: condition, when: 'nodes.decide.output.action in ["buy", "sell"]' }
      - { id: confirm, kind: approval, show: "{{ nodes.decide.output }}", approvers: [operator],
          timeout: 24h, onTimeout: reject }
      - { id: order, kind: tool, tool: create_paper_order, args: "{{ nodes.decide.output.order }}" }
    edges:
      - { from: research, to: decide }
      - { from: decide, to: worth_it }
      - { from: worth_it, port: yes, to: confirm }
      - { from: confirm, port: approved, to: order }
    output: "{{ {'decision': nodes.decide.output, 'order': nodes.?order.?output.orValue(null)} }}"
    layout: { research: { x: 0, y: 0 } }`;
  expect(problemsOf(parse(source))).toStrictEqual([]);
});

test('the largest document with many decisions is judged in seconds', () => {
  const nodes = Array.from({ length: 500 }, (_, index) =>
    index % 40 === 0
      ? { id: `n${index}`, kind: 'condition', when: 'true' }
      : transform(`n${index}`, `{{ nodes.?n${Math.max(0, index - 1)}.?output }}`),
  );
  const edges = nodes.slice(1).map(({ id }, index) => ({ from: `n${index}`, to: id }));
  const started = performance.now();
  problemsOf({ ...document(...nodes), edges });
  expect(performance.now() - started).toBeLessThan(5000);
});
