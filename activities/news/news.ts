import type { Provenance } from '../../contracts/tools.ts';

export type Article = {
  title: string;
  summary?: string;
  url: string;
  /** ISO 8601 time. */
  publishedAt: string;
  publisher: string;
};

export type NewsRequest = {
  query: string;
  /** How far back, in days. */
  days: number;
  limit: number;
  signal: AbortSignal;
};

export type NewsAnswer = Provenance & { articles: Article[]; live: boolean };

export interface News {
  /** Articles about the query, the newest first; fictional ones, marked so, when no source answers. */
  search(request: NewsRequest): Promise<NewsAnswer>;
}

/** One place where news come from. It throws when it does not answer. */
export type NewsSource = {
  name: string;
  search(request: NewsRequest): Promise<Article[]>;
};
