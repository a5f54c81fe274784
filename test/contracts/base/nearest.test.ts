import { expect, test } from 'vitest';
import { nearest, suggest, suggestFirst } from '../../../contracts/base/nearest.ts';

const tools = ['get_price', 'get_ohlcv', 'get_portfolio'];

test.each([
  ['get_prise', 'get_price'],
  ['get_pirce', 'get_price'],
  ['GET_PRICE', 'get_price'],
  ['getprice', 'get_price'],
  ['get_portfolios', 'get_portfolio'],
  ['send_mail', undefined],
])('%s most likely means %s', (name, expected) => {
  expect(nearest(name, tools)).toBe(expected);
});

test.each([
  ['=>', '>='],
  ['=<', '<='],
  ['==', '='],
])('%s most likely means the comparison %s', (name, expected) => {
  expect(nearest(name, ['>=', '<=', '='])).toBe(expected);
});

test('a suggestion names the near one, else what there is', () => {
  expect(suggest('get_prise', tools)).toBe('did you mean get_price?');
  expect(suggest('zzz', tools)).toBe('choose one of: get_price, get_ohlcv, get_portfolio');
  expect(suggest('zzz', [])).toBe('there are none');
});

test('a text longer than any name is compared with nothing', () => {
  const text = 'x'.repeat(200);
  expect(nearest(text, [`${text}y`])).toBeUndefined();
  expect(nearest(text.slice(0, 100), [`${text.slice(0, 100)}y`])).toBeDefined();
});

test('in a list of mistakes only the first 20 names are compared with what there is', () => {
  const suggestOne = suggestFirst();
  const fixes = Array.from({ length: 60 }, () => suggestOne('get_prise', tools));
  expect(fixes.slice(0, 20)).toEqual(Array(20).fill('did you mean get_price?'));
  expect(fixes.slice(20)).toEqual(Array(40).fill(`choose one of: ${tools.join(', ')}`));
});
