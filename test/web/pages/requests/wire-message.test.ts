import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CallView, WireMessage } from '../../../../web/src/pages/requests/wire-message.tsx';

it('says the arguments of a call in a line, before their JSON behind a fold', () => {
  const text = JSON.stringify({ symbol: 'SPX', takeProfit: 1520 });
  const html = renderToStaticMarkup(createElement(CallView, { name: 'place_order', text }));
  const [seen, folded] = html.split('</summary>');
  expect(seen).toContain('Symbol: SPX · Take profit: 1,520');
  expect(folded).toContain('takeProfit');
  expect(html).not.toContain('<details open');
});

it('shows arguments that are no JSON as they were written', () => {
  const html = renderToStaticMarkup(createElement(CallView, { name: 'note', text: '{"cut' }));
  expect(html).toContain('{&quot;cut');
  expect(html).not.toContain('<details');
});

it('says what a tool gave in a line', () => {
  const message = { role: 'tool', content: '{"price":1459.37,"source":"replay"}' };
  const html = renderToStaticMarkup(createElement(WireMessage, { message }));
  expect(html.split('</summary>')[0]).toContain('Price: 1,459.37 · Source: replay');
});
