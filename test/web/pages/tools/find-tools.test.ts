import { describe, expect, it } from 'vitest';
import type { ToolView } from '../../../../contracts/api/index.ts';
import { findTools } from '../../../../web/src/pages/tools/find-tools.ts';

const tool = (name: string, category: ToolView['category'], description = '') =>
  ({ name, category, description }) as ToolView;

const tools = [
  tool('search_news', 'news', 'Headlines, the newest first'),
  tool('get_price', 'market', 'The latest price'),
  tool('get_ohlcv', 'market', 'The newest bars'),
];

const found = (search: Parameters<typeof findTools>[1]) =>
  findTools(tools, search).map(({ category, tools: inCategory }) => [
    category,
    inCategory.map(({ name }) => name),
  ]);

describe('finding tools', () => {
  it('puts them under their categories', () => {
    expect(found({})).toEqual([
      ['market', ['get_price', 'get_ohlcv']],
      ['news', ['search_news']],
    ]);
  });

  it('searches names and descriptions in any case', () => {
    expect(found({ text: 'NEWEST' })).toEqual([
      ['market', ['get_ohlcv']],
      ['news', ['search_news']],
    ]);
  });

  it('leaves out other categories', () => {
    expect(found({ category: 'news' })).toEqual([['news', ['search_news']]]);
    expect(found({ category: 'news', text: 'price' })).toEqual([]);
  });
});
