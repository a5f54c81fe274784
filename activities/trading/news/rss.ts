import type { parseFeed } from 'feedsmith';
import { cutText } from '../../../contracts/base/text.ts';
import { bodyText } from '../../network/body-text.ts';
import type { Network } from '../../network/network.ts';
import { articleLink } from './link.ts';
import { countMatches } from './match.ts';
import type { Article, NewsSource } from './news.ts';
import { answeredStatus, SourceProblem } from './source-problem.ts';

const requestTimeoutMs = 5_000;
const mostBytes = 5_000_000;
const acceptedFeeds =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml, text/xml, application/json;q=0.9, */*;q=0.1';

/** Maximum length of a title or summary before its markup is removed. */
const mostCharacters = 5_000;

/** Plain text of a title or summary, which can contain HTML. */
function plainText(text: string | undefined): string {
  return (text ?? '')
    .slice(0, mostCharacters)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

type Entry = { title?: string; link?: string; summary?: string; published?: string };

function readEntries({ format, feed }: ReturnType<typeof parseFeed<string>>): {
  publisher?: string;
  entries: Entry[];
} {
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

/**
 * Parses the articles of an RSS, Atom, RDF or JSON feed. Entries without title, date or web link are skipped.
 * @throws {SourceProblem} if the text is not a feed.
 */
export async function readFeed(text: string, feedUrl: string): Promise<Article[]> {
  const { publisher, entries } = await entriesOf(text);
  const { hostname } = new URL(feedUrl);
  return entries.flatMap(({ title, link, summary, published }) => {
    const at = Date.parse(published ?? '');
    const url = link && articleLink(link, feedUrl);
    if (!title || !url || Number.isNaN(at)) return [];
    return [
      {
        title: cutText(plainText(title), 300),
        ...(summary && { summary: cutText(plainText(summary), 500) }),
        url,
        publishedAt: new Date(at).toISOString(),
        publisher: cutText(plainText(publisher), 100) || hostname,
        source: hostname,
      },
    ];
  });
}

async function entriesOf(text: string) {
  // Imported on first use, since it is large.
  const { parseFeed: parse } = await import('feedsmith');
  try {
    return readEntries(parse(text));
  } catch {
    throw new SourceProblem('the answer is not a feed');
  }
}

/** A news source with the articles of one feed. */
export function feedSource({ url, network }: { url: string; network: Network }): NewsSource {
  const address = new URL(url);
  return {
    name: address.hostname,
    async search({ terms, signal }) {
      const answer = await network.send(address, {
        signal,
        timeoutMs: requestTimeoutMs,
        maximumBytes: mostBytes,
        headers: { accept: acceptedFeeds },
      });
      if (answer.status !== 200) throw answeredStatus(answer.status);
      const articles = await readFeed(bodyText(answer), url);
      return articles.filter((article) => countMatches(article, terms) > 0);
    },
  };
}
