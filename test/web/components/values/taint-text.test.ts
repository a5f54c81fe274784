import { expect, test } from 'vitest';
import { taintText } from '../../../../web/src/components/values/taint-text.ts';

test('sources are named once, without what they were asked for', () => {
  expect(taintText(['scrape_page https://one.example/', 'scrape_page https://two.example/'])).toBe(
    'scrape_page',
  );
});

test('of many the first are named', () => {
  expect(taintText(['search_news', 'scrape_page', 'http_get', 'get_news'])).toBe(
    'search_news, scrape_page and 2 more',
  );
});
