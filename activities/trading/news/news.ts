import type { Provenance } from '../../../contracts/tools/tools.ts';
import type { Archived, FailedSource } from './archive.ts';

export type Article = {
  title: string;
  summary?: string;
  /** Of the open web, without what tracks readers. */
  url: string;
  /** ISO 8601 time. */
  publishedAt: string;
  publisher: string;
  /** Which of the sources gave it. */
  source: string;
};

/** What news are wanted of. */
export type SourceRequest = {
  /** Articles hold at least one of them, in lower case. */
  terms: readonly string[];
  /** How far back, in days. */
  days: number;
  /** ISO 8601 time up to which articles were published; left out, now. */
  until?: string | undefined;
  limit: number;
  signal: AbortSignal;
};

export type NewsRequest = Omit<SourceRequest, 'terms'> & {
  query: string;
  /** @default the words of the query */
  terms?: readonly string[];
};

/** Told of each source that has answered, or has failed to, and how many were asked. */
export type NewsProgress = (source: string, done: number, asked: number) => void;

export type NewsAnswer = Provenance & {
  articles: Article[];
  live: boolean;
  /** Left out where all have answered. */
  failed?: FailedSource[];
};

export interface News {
  /**
   * Articles about the query, the newest first; fictional ones, marked so, when no source answers. Sources that cannot be
   * searched up to the time that is asked for are not asked, and named with the reason.
   */
  search(request: NewsRequest, onProgress?: NewsProgress): Promise<NewsAnswer>;
}

/** One place where news come from. It throws when it does not respond: a `SourceProblem` or a `NetworkError` says why. */
export type NewsSource = Archived & {
  search(request: SourceRequest): Promise<Article[]>;
};
