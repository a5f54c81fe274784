import { parseFeed } from 'feedsmith';
import { cutText } from '../../contracts/text.ts';
import { countMatches, searchTerms } from './match.ts';
import type { Article, NewsSource } from './news.ts';

const requestTimeoutMs = 3000;

/** Plain text of a feed's title or summary, which may be HTML. */
function plainText(text: string | undefined): string {
  return (text ?? '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

type Entry = { title?: string; link?: string; summary?: string; published?: string };

function readEntries(text: string): { publisher?: string; entries: Entry[] } {
  const { format, feed } = parseFeed(text);
  if (format === 'atom') {
    return {
      publisher: feed.title?.value,
      entries: (feed.entries ?? []).map((entry) => ({
        title: entry.title?.value,
        link: entry.links?.[0]?.href,
        summary: entry.summary?.value,
        published: entry.published ?? entry.updated,
      })),
    };
  }
  if (format === 'json') {
    return {
      publisher: feed.title,
      entries: (feed.items ?? []).map((item) => ({
        title: item.title,
        link: item.url,
        summary: item.summary,
        published: item.date_published,
      })),
    };
  }
  return {
    publisher: feed.title,
    entries: (feed.items ?? []).map((item) => ({
      title: item.title,
      link: item.link,
      summary: item.description,
      published: 'pubDate' in item ? item.pubDate : item.dc?.dates?.[0],
    })),
  };
}

/** Reads the articles of an RSS, Atom, RDF or JSON feed; entries without title, link or date are left out. */
export function readFeed(text: string, feedUrl: string): Article[] {
  const { publisher, entries } = readEntries(text);
  return entries.flatMap(({ title, link, summary, published }) => {
    const at = Date.parse(published ?? '');
    if (!title || !link || Number.isNaN(at)) return [];
    return [
      {
        title: plainText(title),
        ...(summary && { summary: cutText(plainText(summary), 500) }),
        url: link,
        publishedAt: new Date(at).toISOString(),
        publisher: plainText(publisher) || new URL(feedUrl).hostname,
      },
    ];
  });
}

/** The articles of one feed that match the query. */
export function feedSource(url: string): NewsSource {
  return {
    name: new URL(url).hostname,
    async search({ query, signal }) {
      const response = await fetch(url, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
      });
      if (!response.ok) throw new Error(`${url} answered ${response.status}`);
      const terms = searchTerms(query);
      const articles = readFeed(await response.text(), url);
      return articles.filter((article) => countMatches(article, terms) > 0);
    },
  };
}
