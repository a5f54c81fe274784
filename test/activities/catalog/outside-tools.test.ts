import { expect, test } from 'vitest';
import { catalog } from '../../../activities/catalog/index.ts';

const outside = catalog.filter(({ category }) => /^(web|education|system)$/.test(category));

test('tools that return content of others say so, and so do tools with side effects', () => {
  const namesOf = (tools: typeof outside) => tools.map(({ name }) => name).toSorted();
  expect(namesOf(outside.filter(({ untrusted }) => untrusted))).toEqual([
    'http_get',
    'http_post',
    'query_database',
    'read_file',
    'scrape_page',
    'ssh_command',
    'web_search',
  ]);
  expect(namesOf(outside.filter(({ sideEffect }) => sideEffect))).toEqual([
    'emit_event',
    'http_post',
    'matrix_send',
    'ssh_command',
  ]);
});
