import { texts } from './texts.ts';

/** Sources that are named; of more it is said how many. */
const mostNamed = 2;

/** Sources in a line: `search_news, scrape_page and 2 more`. What each was asked for is left out. */
export function taintText(sources: readonly string[]): string {
  const names = [...new Set(sources.map((source) => source.split(' ')[0]!))];
  const rest = names.length - mostNamed;
  const named = names.slice(0, mostNamed).join(', ');
  return rest > 0 ? texts.untrusted.more(named, rest) : named;
}
