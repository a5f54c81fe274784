import { z } from 'zod';
import { searchTerms } from './match.ts';
import type { NewsSource } from './news.ts';

const requestTimeoutMs = 3000;
/** GDELT answers one request every five seconds. */
const betweenRequestsMs = 5000;

const answerSchema = z.object({
  articles: z
    .array(
      z.object({
        url: z.string(),
        title: z.string(),
        seendate: z.string().regex(/^\d{8}T\d{6}Z$/),
        domain: z.string(),
      }),
    )
    .default([]),
});

/** `20260131T101500Z` as ISO 8601. */
function readSeenDate(text: string): string {
  return text.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5.000Z');
}

/** Words shorter than this are refused by GDELT. */
const shortestTerm = 4;

function toQuery(query: string): string {
  const terms = searchTerms(query).filter((term) => term.length >= shortestTerm);
  const quoted = terms.map((term) => (/^[a-z0-9]+$/.test(term) ? term : `"${term}"`));
  const any = quoted.length > 1 ? `(${quoted.join(' OR ')})` : (quoted[0] ?? `"${query}"`);
  return `${any} sourcelang:english`;
}

/** The GDELT DOC 2.0 interface: news of the whole world, without a key. */
export function gdeltSource(options: { url?: string; now?: () => number } = {}): NewsSource {
  const { url = 'https://api.gdeltproject.org/api/v2/doc/doc', now = Date.now } = options;
  let lastRequest = Number.NEGATIVE_INFINITY;
  return {
    name: 'GDELT',
    async search({ query, days, limit, signal }) {
      // Asked too soon, it would refuse; the other sources answer this time.
      if (now() - lastRequest < betweenRequestsMs) return [];
      lastRequest = now();
      const address = new URL(url);
      address.search = new URLSearchParams({
        query: toQuery(query),
        mode: 'artlist',
        format: 'json',
        sort: 'datedesc',
        maxrecords: String(limit),
        timespan: `${days}d`,
      }).toString();
      const response = await fetch(address, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
      });
      if (!response.ok) throw new Error(`GDELT answered ${response.status}`);
      const { articles } = answerSchema.parse(await response.json());
      return articles.map(({ title, url: link, seendate, domain }) => ({
        title,
        url: link,
        publishedAt: readSeenDate(seendate),
        publisher: domain,
      }));
    },
  };
}
