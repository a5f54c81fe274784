import type { Archived, FailedSource } from '../news/archive.ts';
import type { NewsProgress } from '../news/news.ts';
import type { Opinion } from './combine.ts';

/** What to read the sentiment about. */
export type SentimentRequest = {
  terms: readonly string[];
  /** Whether it is about crypto, which has its own index. */
  isCrypto: boolean;
  days: number;
  /** ISO 8601 time at which the days end; default: now. */
  until?: string | undefined;
  signal: AbortSignal;
};

/** The sentiment of one source, with its number of items and its method. */
export type SourceOpinion = Opinion & { count: number; method: string };

/** A source of sentiment. Throws like a news source if it does not respond. */
export type SentimentSource = Archived & {
  /** Whether it covers a request. Default: always. */
  knows?(request: SentimentRequest): boolean;
  read(request: SentimentRequest): Promise<SourceOpinion>;
};

/** The combined sentiment, and that of each source with its weight (0 to 1). */
export type SentimentAnswer = Opinion & {
  sources: ({ source: string; weight: number } & SourceOpinion)[];
  failed: FailedSource[];
  /** ISO 8601 time up to which sources were asked. */
  asOf: string;
};

export interface SentimentService {
  /**
   * Reads the sentiment of all sources that answer, each with its weight. Sources that fail or do not reach back far
   * enough are listed with the reason.
   */
  read(request: SentimentRequest, onProgress?: NewsProgress): Promise<SentimentAnswer>;
}
