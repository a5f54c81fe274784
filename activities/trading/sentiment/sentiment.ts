import type { Archived, FailedSource } from '../news/archive.ts';
import type { NewsProgress } from '../news/news.ts';
import type { Opinion } from './combine.ts';

/** What people say something is about. */
export type SentimentRequest = {
  terms: readonly string[];
  /** Whether it is about crypto, of which there is an index. */
  isCrypto: boolean;
  days: number;
  /** ISO 8601 time at which the days end; left out, now. */
  until?: string | undefined;
  signal: AbortSignal;
};

/** What one source says: of how many items, and how it was made. */
export type SourceOpinion = Opinion & { count: number; method: string };

/** One place that says what people think. It throws like a news source when it does not respond. */
export type SentimentSource = Archived & {
  /** Whether it has anything to say of a request. @default always */
  knows?(request: SentimentRequest): boolean;
  read(request: SentimentRequest): Promise<SourceOpinion>;
};

export type SentimentAnswer = Opinion & {
  sources: ({ source: string; weight: number } & SourceOpinion)[];
  failed: FailedSource[];
  /** ISO 8601 time up to which they were asked. */
  asOf: string;
};

export interface SentimentService {
  /** What the sources say that answer. Each has its weight in the whole, and those that fail or do not reach back their reason. */
  read(request: SentimentRequest, onProgress?: NewsProgress): Promise<SentimentAnswer>;
}
