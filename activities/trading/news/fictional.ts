import { countMatches } from './match.ts';
import type { Article } from './news.ts';

const hourMs = 3_600_000;

type Headline = { title: string; publisher: string; hoursAgo: number };

/** Obviously invented: neither the publishers nor the events exist. */
const headlines: readonly Headline[] = [
  {
    hoursAgo: 2,
    publisher: 'The Imaginary Ledger',
    title: 'Stocks climb after Wall Street finds lost optimism behind a sofa',
  },
  {
    hoursAgo: 5,
    publisher: 'Moonbase Market Gazette',
    title: 'S&P 500 gains as moon cheese exports beat every forecast',
  },
  {
    hoursAgo: 9,
    publisher: 'Unicorn Business Daily',
    title: 'Unicorn breeders warn of weak demand; stocks slip',
  },
  {
    hoursAgo: 14,
    publisher: 'The Imaginary Ledger',
    title: 'Dragon union ends strike, a relief for the stock market',
  },
  {
    hoursAgo: 20,
    publisher: 'Atlantis Evening Post',
    title: 'Atlantis central bank keeps its rate at seven pearls',
  },
  {
    hoursAgo: 26,
    publisher: 'Moonbase Market Gazette',
    title: 'Bitcoin rallies as goblins accept it for bridge tolls',
  },
  {
    hoursAgo: 31,
    publisher: 'Unicorn Business Daily',
    title: 'Crypto crash feared after wizard forgets the password of the realm',
  },
  {
    hoursAgo: 38,
    publisher: 'The Imaginary Ledger',
    title: 'S&P 500 falls on rumours of a shortage of rainbows',
  },
  {
    hoursAgo: 45,
    publisher: 'Atlantis Evening Post',
    title: 'Inflation of bubbles eases for the third tide in a row',
  },
  {
    hoursAgo: 52,
    publisher: 'Moonbase Market Gazette',
    title: 'Ethereum soars; elves praise its excellent manners',
  },
  {
    hoursAgo: 60,
    publisher: 'Unicorn Business Daily',
    title: 'Flying carpet maker reports a wonderful quarter and a strong outlook',
  },
  {
    hoursAgo: 68,
    publisher: 'The Imaginary Ledger',
    title: 'Wall Street calm while giants rearrange the furniture',
  },
  {
    hoursAgo: 77,
    publisher: 'Atlantis Evening Post',
    title: 'Mermaid pension fund loses heavily in sunken treasure',
  },
  {
    hoursAgo: 86,
    publisher: 'Moonbase Market Gazette',
    title: 'Solana network praised by time travellers for being early',
  },
  {
    hoursAgo: 95,
    publisher: 'Unicorn Business Daily',
    title: 'Analysts made of clockwork raise their view of stocks',
  },
  {
    hoursAgo: 105,
    publisher: 'The Imaginary Ledger',
    title: 'Bitcoin slides as dragons prefer to sleep on gold',
  },
  {
    hoursAgo: 116,
    publisher: 'Atlantis Evening Post',
    title: 'Recession of the sea feared by coral economists',
  },
  {
    hoursAgo: 128,
    publisher: 'Moonbase Market Gazette',
    title: 'Stock market holiday declared for the birthday of a comet',
  },
  {
    hoursAgo: 141,
    publisher: 'Unicorn Business Daily',
    title: 'Merger of two invisible companies goes unnoticed',
  },
  {
    hoursAgo: 155,
    publisher: 'The Imaginary Ledger',
    title: 'S&P 500 steady; weather vanes undecided',
  },
];

export const fictionalSource = 'fictional headlines bundled with Baton';

/**
 * Fictional articles that match any of the terms, newest first; if none matches, all of them.
 * @param options.now in milliseconds since 1970; the articles are dated relative to it.
 */
export function fictionalArticles(options: {
  terms: readonly string[];
  days: number;
  now: number;
}): Article[] {
  const { terms, days, now } = options;
  const recent = headlines
    .filter(({ hoursAgo }) => hoursAgo <= days * 24)
    .map(({ title, publisher, hoursAgo }): Article => ({
      title,
      summary: 'Fictional: this has not happened.',
      url: `https://example.com/fictional-news/${hoursAgo}`,
      publishedAt: new Date(now - hoursAgo * hourMs).toISOString(),
      publisher: `${publisher} (fictional)`,
      source: fictionalSource,
    }));
  const matching = recent.filter((article) => countMatches(article, terms) > 0);
  return matching.length > 0 ? matching : recent;
}
