import { rememberUnreachable } from '../tools/unreachable.ts';
import { fictionalArticles, fictionalSource } from './fictional.ts';
import type { Article, News, NewsProgress, NewsRequest, NewsSource } from './news.ts';

const dayMs = 86_400_000;

function selectNewest(articles: Article[], since: number, limit: number): Article[] {
  const byUrl = new Map(articles.map((article) => [article.url, article]));
  return [...byUrl.values()]
    .filter((article) => Date.parse(article.publishedAt) >= since)
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .slice(0, limit);
}

/**
 * News of several sources, asked together. One that does not answer is left out for a minute; while none
 * does, the articles are fictional and say so.
 */
export function createNews(options: { sources: readonly NewsSource[]; now?: () => number }): News {
  const { sources, now = Date.now } = options;
  const unreachable = rememberUnreachable({ now });

  async function ask(source: NewsSource, request: NewsRequest) {
    try {
      return { name: source.name, articles: await source.search(request) };
    } catch (error) {
      if (request.signal.aborted) throw error;
      unreachable.add(source.name);
      return undefined;
    }
  }

  return {
    async search(request, onProgress: NewsProgress = () => undefined) {
      const asked = sources.filter((source) => !unreachable.has(source.name));
      let done = 0;
      const answers = await Promise.all(
        asked.map(async (source) => {
          const answer = await ask(source, request);
          onProgress(source.name, (done += 1), asked.length);
          return answer;
        }),
      );
      const answered = answers.filter((answer) => answer !== undefined);
      const { query, days, limit } = request;
      const asOf = new Date(now()).toISOString();
      if (answered.length === 0) {
        return {
          articles: fictionalArticles(query, days, now()).slice(0, limit),
          live: false,
          source: fictionalSource,
          asOf,
          notice:
            'FICTIONAL headlines, since no news source could be reached: nothing in them has happened',
        };
      }
      const found = answered.flatMap(({ articles }) => articles);
      return {
        articles: selectNewest(found, now() - days * dayMs, limit),
        live: true,
        source: answered.map(({ name }) => name).join(', '),
        asOf,
      };
    },
  };
}
