import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Checks } from '../../../../web/src/trading/approval/parts.tsx';

/** What stands there before anything is opened. */
function seen(lines: string[]): string {
  const html = renderToStaticMarkup(createElement(Checks, { lines }));
  return html
    .replace(/<ul.*<\/ul>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test('checks that all passed are one line', () => {
  expect(seen(['kill switch: passed', 'cash: passed'])).toBe('All 2 risk checks passed');
});

test('a check that refuses stands in sight, before the count of the others', () => {
  expect(seen(['kill switch: passed', 'cash: 5 USD are free'])).toBe(
    'cash: 5 USD are free 1 of 2 risk checks passed',
  );
});
