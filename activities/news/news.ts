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

/** Told of each source that has answered, or has failed to, and how many were asked. */
export type NewsProgress = (source: string, done: number, asked: number) => void;

export type NewsAnswer = Provenance & { articles: Article[]; live: boolean };

export interface News {
  /** Articles about the query, the newest first; fictional ones, marked so, when no source answers. */
  search(request: NewsRequest, onProgress?: NewsProgress): Promise<NewsAnswer>;
}

/** One place where news come from. It throws when it does not answer. */
export type NewsSource = {
  name: string;
  search(request: NewsRequest): Promise<Article[]>;
};
