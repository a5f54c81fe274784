import { labelOf } from './score-text.ts';
import type { SentimentLabel } from './score-text.ts';

/** Number of items at which a source has half of its maximum confidence. */
const halfAt = 10;

/** The sentiment of one source, or of all: score from −1 to 1 (null without data), and confidence from 0 to 1. */
export type Opinion = { score: number | null; confidence: number; label: SentimentLabel | null };

/** The formula of a source's confidence, for people. */
export const confidenceRule = `(1 - standard deviation of its scores) * n / (n + ${halfAt}), where n is its count`;

/** How the scores of sources are combined, for people. */
export const overallRule =
  'the mean of the scores, weighted by confidence; its confidence is the mean of the confidences, weighted by themselves';

const rounded = (value: number) => Number(value.toFixed(4));

/**
 * The sentiment of a source.
 * @param items scores from −1 to 1, each with its number of occurrences.
 */
export function opinionOf(
  items: readonly { score: number; count: number }[],
): Opinion & { count: number } {
  const count = items.reduce((sum, item) => sum + item.count, 0);
  if (count === 0) return { score: null, confidence: 0, label: null, count };
  const mean = items.reduce((sum, item) => sum + item.score * item.count, 0) / count;
  const variance =
    items.reduce((sum, item) => sum + item.count * (item.score - mean) ** 2, 0) / count;
  const confidence = ((1 - Math.sqrt(variance)) * count) / (count + halfAt);
  return { ...said(mean, confidence), count };
}

/** Combines sources by {@link overallRule}. */
export function combine(opinions: readonly Opinion[]): Opinion {
  const known = opinions.filter(({ score }) => score !== null);
  const weight = known.reduce((sum, { confidence }) => sum + confidence, 0);
  if (weight === 0) return { score: null, confidence: 0, label: null };
  const mean = (of: (opinion: Opinion) => number) =>
    known.reduce((sum, opinion) => sum + of(opinion) * opinion.confidence, 0) / weight;
  return said(
    mean(({ score }) => score ?? 0),
    mean(({ confidence }) => confidence),
  );
}

function said(score: number, confidence: number): Opinion {
  return {
    score: rounded(score),
    confidence: rounded(Math.max(0, confidence)),
    label: labelOf(score),
  };
}
