import { expect, it } from 'vitest';
import type { PipelineNode } from '../../../../contracts/pipelines/nodes/index.ts';
import { evaluateExpression } from '../../../../contracts/expressions/index.ts';
import { fieldOfError } from '../../../../web/src/pages/run/inspector/field-of-error.ts';

const price = {
  id: 'price',
  kind: 'tool',
  tool: 'get_price',
  args: { symbol: '{{ inputs.coin }}', source: '{{ inputs.missing + 1 }}' },
} as unknown as PipelineNode;

/** What is said of an expression that fails. */
function failureOf(source: string): string {
  try {
    evaluateExpression(source, { inputs: {}, nodes: {} } as never);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${source} did not fail`);
}

it.each([
  ['The arguments of get_price are not valid. symbol is required, give one', 'args.symbol'],
  ['The arguments of get_price are not valid. symbol: too long; source: unknown', 'args.symbol'],
  ['The arguments of get_price are not valid. bars[2].close: no number', 'args.bars.2.close'],
  ['The call was denied: source: "moon" not found. Similar: sun', 'args.source'],
  ['The exchange is away.', undefined],
])('%s: %s', (message, field) => {
  expect(fieldOfError(message, price)).toBe(field);
});

it('is found by the expression that failed, wherever it stands', () => {
  expect(fieldOfError(failureOf('inputs.missing + 1'), price)).toBe('args.source');
  const route = {
    id: 'route',
    kind: 'switch',
    cases: [
      { port: 'a', when: 'true' },
      { port: 'b', when: 'inputs.missing > 1' },
    ],
  } as unknown as PipelineNode;
  expect(fieldOfError(failureOf('inputs.missing > 1'), route)).toBe('cases.1.when');
  expect(fieldOfError('"true" must give true or false, but gave 1', route)).toBe('cases.0.when');
});
