import type { Article } from './news.ts';

/** Names of instruments in headlines, by ticker. */
const aliases: Record<string, string[]> = {
  spx: ['s&p 500', 's&p', 'wall street', 'stocks', 'stock market'],
  btc: ['bitcoin', 'crypto'],
  eth: ['ethereum', 'ether', 'crypto'],
  sol: ['solana', 'crypto'],
};

const fillers = new Set(
  'a about an and for in latest market news of on or price the to usd usdc usdt'.split(' '),
);

/**
 * The search terms of a query: its words and their aliases, in lower case. A matching article contains at least one of
 * them.
 */
export function searchTerms(query: string): string[] {
  const text = query.toLowerCase().trim();
  const words = text
    .split(/[^\p{L}\p{N}&]+/u)
    .filter((word) => word.length > 1 && !fillers.has(word));
  if (words.length === 0) return text === '' ? [] : [text];
  return [...new Set(words.flatMap((word) => [word, ...aliasesOf(word)]))];
}

const aliasesOf = (word: string) => (Object.hasOwn(aliases, word) ? aliases[word]! : []);

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Number of terms that the title and summary of an article contain as whole words. */
export function countMatches(
  { title, summary = '' }: Pick<Article, 'title' | 'summary'>,
  terms: readonly string[],
): number {
  const text = `${title} ${summary}`.toLowerCase();
  return terms.filter((term) =>
    new RegExp(String.raw`(?<![\p{L}\p{N}])${escape(term)}(?![\p{L}\p{N}])`, 'u').test(text),
  ).length;
}
