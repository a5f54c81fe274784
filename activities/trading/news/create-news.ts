import { ToolError } from '../../tool-kit/tool.ts';
import { createAskSources } from './ask-sources.ts';
import { fictionalArticles, fictionalSource } from './fictional.ts';
import { linkKey } from './link.ts';
import { searchTerms } from './match.ts';
import type { Article, FailedSource, News, NewsSource } from './news.ts';

const dayMs = 86_400_000;

/** The newest articles of several sources; of those with the same link, the first. */
function selectNewest(articles: readonly Article[], since: number, limit: number): Article[] {
  const byLink = new Map<string, Article>();
  for (const article of articles) {
    const key = linkKey(article.url);
    if (!byLink.has(key)) byLink.set(key, article);
  }
  return [...byLink.values()]
    .filter((article) => Date.parse(article.publishedAt) >= since)
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .slice(0, limit);
}

/**
 * News of several sources, asked together. One that does not respond is named, and left out for a minute.
 * @param options.withSamples while none answers, the articles are fictional and say so; without samples, that is an error.
 */
export function createNews(options: {
  sources: readonly NewsSource[];
  now?: () => number;
  withSamples?: boolean;
}): News {
  const { sources, now = Date.now, withSamples = true } = options;
  const askSources = createAskSources(now);

  return {
    async search({ query, terms = searchTerms(query), days, limit, signal }, onProgress) {
      const { answered, failed } = await askSources(sources, {
        ask: (source) => source.search({ terms, days, limit, signal }),
        signal,
        onProgress,
      });
      const asOf = new Date(now()).toISOString();
      const failures = failed.length > 0 ? { failed } : {};
      if (answered.length === 0) {
        if (!withSamples) throw silence(failed);
        return {
          articles: fictionalArticles({ terms, days, now: now() }).slice(0, limit),
          live: false,
          source: fictionalSource,
          asOf,
          ...failures,
          notice:
            'FICTIONAL headlines, since no news source could be reached: nothing in them has happened',
        };
      }
      const found = answered.flatMap(({ answer }) => answer);
      return {
        articles: selectNewest(found, now() - days * dayMs, limit),
        live: true,
        source: answered.map(({ name }) => name).join(', '),
        asOf,
        ...failures,
      };
    },
  };
}

function silence(failed: readonly FailedSource[]): ToolError {
  const reasons = failed.map(({ source, reason }) => `${source}: ${reason}`).join('; ');
  return new ToolError(`No news source responds (${reasons}). Try again in a minute.`, {
    retryable: true,
  });
}
