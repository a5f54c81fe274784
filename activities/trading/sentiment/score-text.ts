import { lazily } from '../../base/lazily.ts';

const vader = lazily<typeof import('vader-sentiment')>('vader-sentiment');

/**
 * Words of market news that VADER's lexicon does not rate, or rates by their everyday meaning, by the rated word that
 * replaces them. The ratings in the comments, from −4 to 4, are those of the lexicon.
 */
const sameAs: Readonly<Record<string, string>> = {
  // 2.4
  gain: 'surge soar rally skyrocket outperform rebound',
  // 1.4
  gains:
    'surges surged surging soars soared soaring rallies rallied jumps jumped climbs climbed rises rose rebounds ' +
    'rebounded outperforms upgrade upgrades upgraded bullish beats tops upbeat',
  // -1.3
  loss: 'slip slips slipped dip dips falls fell drops dropped declines declined slides slid',
  // -1.7
  losses:
    'slump slumps slumped tumble tumbles tumbled sinks sank bearish downgrade downgrades downgraded misses selloff ' +
    'layoffs lawsuit',
  // -1.7
  crash: 'plunge plunges plunged plummet plummets plummeted meltdown rout',
  // -2.6
  bankrupt: 'bankruptcy insolvent insolvency default defaults defaulted',
};

const rated = new Map(
  Object.entries(sameAs).flatMap(([word, others]) =>
    others.split(' ').map((other) => [other, word] as const),
  ),
);

/** Replaces words of market news with rated words. */
function inRatedWords(text: string): string {
  return text.replace(/[A-Za-z]+/g, (word) => rated.get(word.toLowerCase()) ?? word);
}

/** The thresholds for a positive and negative compound score that VADER's authors recommend. */
const bound = 0.05;

export type SentimentLabel = 'positive' | 'neutral' | 'negative';

/** Score from −1 (negative) to 1 (positive); confidence from 0 to 1. */
export type Sentiment = { score: number; confidence: number; label: SentimentLabel };

/** The scoring method, for people. */
export const scoringMethod =
  'VADER (Hutto and Gilbert 2014), a lexicon of rated words, extended with words of market news';

/** The label of a score, by the thresholds of VADER. */
export function labelOf(score: number): SentimentLabel {
  if (score >= bound) return 'positive';
  return score <= -bound ? 'negative' : 'neutral';
}

/** Scores an English text with VADER. The confidence is the share of the text that carries sentiment. */
export function scoreText(text: string): Sentiment {
  const { SentimentIntensityAnalyzer: analyzer } = vader();
  const { compound, pos, neg } = analyzer.polarity_scores(inRatedWords(text));
  return { score: compound, confidence: Number((pos + neg).toFixed(3)), label: labelOf(compound) };
}
