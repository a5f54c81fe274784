import type { Provenance } from '../../../contracts/tools/tools.ts';
import type { Archived, FailedSource } from './archive.ts';

export type Article = {
  title: string;
  summary?: string;
  /** URL without tracking parameters. */
  url: string;
  /** ISO 8601 time. */
  publishedAt: string;
  publisher: string;
  /** The source that returned it. */
  source: string;
};

/** A search of one source. */
export type SourceRequest = {
  /** Articles contain at least one of these, in lower case. */
  terms: readonly string[];
  /** How far back, in days. */
  days: number;
  /** ISO 8601 time up to which articles were published; default: now. */
  until?: string | undefined;
  limit: number;
  signal: AbortSignal;
};

/** A search for news. */
export type NewsRequest = Omit<SourceRequest, 'terms'> & {
  query: string;
  /** Default: the search terms of the query. */
  terms?: readonly string[];
};

/** Called after each source has answered or failed, with the number done and the total. */
export type NewsProgress = (source: string, done: number, asked: number) => void;

/** The result of a search. `live` is false for fictional articles. */
export type NewsAnswer = Provenance & {
  articles: Article[];
  live: boolean;
  /** Sources that failed; undefined if all answered. */
  failed?: FailedSource[];
};

export interface News {
  /**
   * Searches articles about a query, newest first. If no source answers, they are fictional and marked as such. Sources
   * that cannot be searched up to the requested time are skipped and reported.
   */
  search(request: NewsRequest, onProgress?: NewsProgress): Promise<NewsAnswer>;
}

/** A source of news. If it does not respond, it throws a `SourceProblem` or `NetworkError` with the reason. */
export type NewsSource = Archived & {
  search(request: SourceRequest): Promise<Article[]>;
};
