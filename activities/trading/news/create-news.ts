import { ToolError } from '../../tool-kit/tool.ts';
import { searchable } from './archive.ts';
import { createAskSources } from './ask-sources.ts';
import { fictionalArticles, fictionalSource } from './fictional.ts';
import { linkKey } from './link.ts';
import { searchTerms } from './match.ts';
import type { FailedSource } from './archive.ts';
import type { Article, News, NewsSource } from './news.ts';

const dayMs = 86_400_000;

/** The newest articles, without duplicates: of several with the same link, the first is kept. */
function selectNewest(
  articles: readonly Article[],
  { since, until, limit }: { since: number; until: string | undefined; limit: number },
): Article[] {
  const latest = until === undefined ? Infinity : Date.parse(until);
  const byLink = new Map<string, Article>();
  for (const article of articles) {
    const key = linkKey(article.url);
    if (!byLink.has(key)) byLink.set(key, article);
  }
  return [...byLink.values()]
    .filter(({ publishedAt }) => {
      const at = Date.parse(publishedAt);
      return at >= since && at <= latest;
    })
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .slice(0, limit);
}

/**
 * Creates a news search over several sources, which are asked at the same time. A source that does not respond is
 * reported, and skipped for a minute.
 * @param options.withSamples if no source answers, return fictional articles, marked as such; without samples, throw a
 * {@link ToolError}.
 */
export function createNews(options: {
  sources: readonly NewsSource[];
  now?: () => number;
  withSamples?: boolean;
}): News {
  const { sources, now = Date.now, withSamples = true } = options;
  const askSources = createAskSources(now);

  return {
    async search({ query, terms = searchTerms(query), days, until, limit, signal }, onProgress) {
      const { able, unable } = searchable(sources, until);
      const {
        answered,
        failed: silent,
        away,
      } = await askSources(able, {
        ask: (source) => source.search({ terms, days, until, limit, signal }),
        signal,
        onProgress,
      });
      const end = until === undefined ? now() : Date.parse(until);
      const asOf = new Date(end).toISOString();
      const failed = [...unable, ...silent];
      const failures = failed.length > 0 ? { failed } : {};
      if (answered.length === 0 && withSamples) {
        return {
          articles: fictionalArticles({ terms, days, now: end }).slice(0, limit),
          live: false,
          source: fictionalSource,
          asOf,
          ...failures,
          notice: `FICTIONAL headlines, since ${whyFictional(asOf, unable)}: nothing in them has happened`,
        };
      }
      const isOutage = silent.length > 0 || unable.length === 0;
      if (answered.length === 0 && isOutage) throw silence(silent, away);
      const found = answered.flatMap(({ answer }) => answer);
      return {
        articles: selectNewest(found, { since: end - days * dayMs, until, limit }),
        live: true,
        source: answered.map(({ name }) => name).join(', ') || 'none',
        asOf,
        ...failures,
        ...(unable.length > 0 && { notice: notBefore(asOf, unable) }),
      };
    },
  };
}

const whyFictional = (asOf: string, unable: readonly FailedSource[]) =>
  unable.length > 0
    ? `no news source reaches back to ${asOf.slice(0, 10)}`
    : 'no news source could be reached';

const reasonsOf = (failed: readonly FailedSource[]) =>
  failed.map(({ source, reason }) => `${source}: ${reason}`).join('; ');

const notBefore = (asOf: string, unable: readonly FailedSource[]) =>
  `No headlines before ${asOf.slice(0, 10)} from these sources: ${reasonsOf(unable)}`;

function silence(failed: readonly FailedSource[], away: readonly string[]): ToolError {
  return new ToolError(`No news source responds (${reasonsOf(failed)}). Try again in a minute.`, {
    retryable: true,
    fault: 'upstream',
    away: away.length > 0 ? { what: away.join(', ') } : undefined,
  });
}
