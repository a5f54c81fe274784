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

/** One term of the glossary. */
export type Term = {
  name: string;
  /** What else it is called; abbreviations among them. */
  aliases: readonly string[];
  topic: (typeof topics)[number];
  meaning: string;
  formula?: string;
  /** The symbols of the formula, each with what it stands for. */
  symbols?: Readonly<Record<string, string>>;
  example?: string;
  /** What is to be minded where it is used. */
  caution?: string;
  /** Names of other terms. */
  related: readonly string[];
  source: SourceId;
  /** The tool that gives it. */
  tool?: string;
};

/** Terms of one topic. */
export function termsOf(topic: Term['topic'], terms: readonly Omit<Term, 'topic'>[]): Term[] {
  return terms.map((term) => ({ ...term, topic }));
}
