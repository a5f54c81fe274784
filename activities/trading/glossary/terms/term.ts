import type { SourceId } from './sources.ts';

export const topics = [
  'indicators',
  'performance',
  'risk',
  'orders',
  'valuation',
  'markets',
  'statistics',
] as const;

export type Term = {
  name: string;
  /** Other names, including abbreviations. */
  aliases: readonly string[];
  topic: (typeof topics)[number];
  meaning: string;
  formula?: string;
  /** Meaning of each symbol in the formula. */
  symbols?: Readonly<Record<string, string>>;
  example?: string;
  /** A warning about its use. */
  caution?: string;
  /** Names of related terms. */
  related: readonly string[];
  source: SourceId;
  /** The tool that computes it. */
  tool?: string;
};

/** Adds a topic to terms. */
export function termsOf(topic: Term['topic'], terms: readonly Omit<Term, 'topic'>[]): Term[] {
  return terms.map((term) => ({ ...term, topic }));
}
