import { labelOf } from './score-text.ts';
import type { SentimentLabel } from './score-text.ts';

/** Items from which on a source counts half of what it could at most. */
const halfAt = 10;

/** A figure of one source, or of all together; null where there is nothing to say. */
export type Opinion = { score: number | null; confidence: number; label: SentimentLabel | null };

/** How the confidence of a source follows from its items. */
export const confidenceRule = `(1 - standard deviation of its scores) * n / (n + ${halfAt}), where n is its count`;

/** How sources become one. */
export const overallRule =
  'the mean of the scores, each weighted by its confidence; the confidence is the mean of the confidences, weighted likewise';

const rounded = (value: number) => Number(value.toFixed(4));

/** @param items scores from -1 to 1, each with how many times it was found. */
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

/** What several sources say together. */
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
