import { expect, it } from 'vitest';
import { gatherFacts } from '../../../../activities/models/providers/demo/facts.ts';
import { readFacts } from '../../../../activities/trading/demo/facts.ts';

const symbolOf = (text: string) => readFacts(gatherFacts([{ role: 'user', text }])).symbol;

it('finds the symbol of a task', () => {
  expect(symbolOf('Is symbol: SPX worth more than BTC/USD?')).toBe('SPX');
});

it('gives up at a long run of spaces, as it would take time by its square', () => {
  expect(symbolOf(`symbol${' '.repeat(400_000)}and SPX`)).toBe('SPX');
});
