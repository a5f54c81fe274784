import { expect, it } from 'vitest';
import { summaryOf, tellingLine } from '../../../../web/src/pages/run/canvas/summary.ts';

it('says in one line what a node gave', () => {
  expect(summaryOf('Two\n lines')).toBe('Two lines');
  expect(summaryOf({ score: 1, summary: 'It rises.' })).toBe('It rises.');
  expect(summaryOf({ action: 'buy', order: { symbol: 'SPX' }, sure: true })).toBe(
    'Action buy · Sure true',
  );
  expect(summaryOf({ order: { symbol: 'SPX', quantity: 2 } })).toBe('Symbol SPX · Quantity 2');
  const taken = { referencePrice: 1494.810059, acceptedAt: '2026-11-28T03:31:25.123Z' };
  expect(summaryOf(taken)).toBe('Reference price 1,494.8101');
  expect(summaryOf([1, 2])).toBe('2 items');
  expect(summaryOf({ all: [] })).toBe('all');
});

it('has nothing to say of nothing, and of much no more than a line', () => {
  expect([undefined, null, {}, ''].map(summaryOf)).toEqual(['', '', '', '']);
  expect(summaryOf('long '.repeat(100))).toHaveLength(120);
});

it('tells what is read of a value, and neither its signs nor where it comes from', () => {
  expect(tellingLine({ report: '# Findings\n\nIt **rises**.' })).toBe('Findings It rises.');
  expect(tellingLine({ action: 'open_long', reason: 'It rises.' })).toBe('Open long: It rises.');
  const placed = {
    source: 'a replay',
    notice: 'not live',
    order: { clientOrderId: '4c', side: 'buy' },
  };
  expect(tellingLine(placed)).toBe('Side buy');
});
