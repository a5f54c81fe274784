import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import { inRatedWords } from './market-words.ts';

/** The bounds that VADER's authors give for its compound score. */
const bound = 0.05;

export type SentimentLabel = 'positive' | 'neutral' | 'negative';

/** A sentiment: from -1 (negative) to 1 (positive), and from 0 to 1 how much speaks for it. */
export type Sentiment = { score: number; confidence: number; label: SentimentLabel };

/** How texts are scored, for those who are shown the score. */
export const scoringMethod =
  'VADER (Hutto and Gilbert 2014), a lexicon of rated words, with words of market news beside';

export function labelOf(score: number): SentimentLabel {
  if (score >= bound) return 'positive';
  return score <= -bound ? 'negative' : 'neutral';
}

/** The sentiment of an English text; its confidence is the share of its words that carry one. */
export function scoreText(text: string): Sentiment {
  const { compound, pos, neg } = SentimentIntensityAnalyzer.polarity_scores(inRatedWords(text));
  return { score: compound, confidence: Number((pos + neg).toFixed(3)), label: labelOf(compound) };
}
