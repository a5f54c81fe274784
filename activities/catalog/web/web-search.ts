import { z } from 'zod';
import { untrustedNotice } from '../../../contracts/tools/tools.ts';
import { toToolError } from '../../tool-kit/network-failure.ts';
import type { Services } from '../services.ts';
import { serviceOf } from '../../tool-kit/set-up.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';

export const webSearch = defineTool({
  name: 'web_search',
  description:
    'Looks up a company, person, product or term on the web and returns a short answer with its source, if ' +
    'there is one, and up to 5 links. It gives instant answers and is not a full search engine: it knows things ' +
    'by name and has no answer to most questions. Search for the name itself ("Federal Reserve"), and read ' +
    'links with scrape_page.',
  category: 'web',
  plan: 'free',
  // The bucket of what it asks: ten at once, one a second.
  rateLimit: { minute: 60 },
  cacheMs: 60 * 60_000,
  alternatives: ['search_news', 'scrape_page'],
  untrusted: true,
  example: { query: 'Federal Reserve' },
  missing: ({ BATON_WEB_SEARCH: source }) =>
    source === undefined
      ? 'set BATON_WEB_SEARCH=duckduckgo if its terms allow your use: not commercial, and with attribution'
      : undefined,
  schema: z.strictObject({
    query: z.string().trim().min(1).max(300).describe('What to look up'),
    limit: z.number().int().min(1).max(5).default(5).describe('Maximum number of links'),
  }),
  label: ({ query = '' }) => query,
  async handle({ query, limit }, { services, signal }: ToolContext<Services>) {
    const found = await serviceOf(services.search)
      .search({ query, limit, signal })
      .catch(toToolError({ isOwnSource: true }));
    return {
      query,
      ...found,
      source: 'DuckDuckGo Instant Answer',
      asOf: new Date().toISOString(),
      notice: untrustedNotice,
    };
  },
});
