import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Attribution } from '../../../../web/src/trading/account/performance/attribution-table.tsx';

const titleOf = (name: string) => (name === 'desk' ? 'Trading desk' : name);

/** The cells of the last table: by symbol, with a row for its only one and one for the total. */
function seen(borrowFees: string, pnl: string): string[] {
  const profit = { realized: '20', unrealized: '0', fees: '1', borrowFees, pnl };
  const rows = [{ kind: 'symbol' as const, name: 'ABC', trades: 1, ...profit }];
  const view = { ...profit, attribution: { agent: [], pipeline: [], symbol: rows } };
  const html = renderToStaticMarkup(createElement(Attribution, { view, pipelineTitle: titleOf }));
  const [table = ''] = html.match(/<table(?!.*<table).*<\/table>/) ?? [];
  return [...table.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) =>
    cell.replaceAll(/<[^>]+>/g, ''),
  );
}

test('borrow fees have a column of their own beside the other fees', () => {
  const columns =
    'Trades, Realized (per lot), Unrealized (per lot), Fees, Borrow fees, Profit or loss';
  expect(seen('3', '16').join(', ').replaceAll('$', '')).toBe(
    [
      `Profit by symbol, ${columns}`,
      'ABC, 1, +20.00, 0.00, 1.00, 3.00, +16.00',
      'Total, 1, +20.00, 0.00, 1.00, 3.00, +16.00',
    ].join(', '),
  );
});

test('pipelines are called by their titles', () => {
  const profit = { realized: '20', unrealized: '0', fees: '1', borrowFees: '0', pnl: '19' };
  const pipeline = [{ kind: 'pipeline' as const, name: 'desk', trades: 1, ...profit }];
  const view = { ...profit, attribution: { agent: [], pipeline, symbol: [] } };
  const html = renderToStaticMarkup(createElement(Attribution, { view, pipelineTitle: titleOf }));
  expect(html).toContain('Trading desk');
});

test('an account that paid none has no column of borrow fees', () => {
  expect(seen('0', '19')).not.toContain('Borrow fees');
  expect(seen('0', '19')).toContain('Fees');
});
