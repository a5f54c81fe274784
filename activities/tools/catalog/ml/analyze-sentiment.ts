import { SentimentIntensityAnalyzer } from 'vader-sentiment';
import { z } from 'zod';
import { cutText } from '../../../../contracts/text.ts';
import { defineTool } from '../../tool.ts';

/** The bounds that VADER's authors give for its compound score. */
const bound = 0.05;

function labelOf(score: number): string {
  if (score >= bound) return 'positive';
  return score <= -bound ? 'negative' : 'neutral';
}

export const analyzeSentiment = defineTool({
  name: 'analyze_sentiment',
  description:
    'The sentiment of an English text: score from -1 (negative) to 1 (positive), and confidence, the ' +
    'share of its words that carry a sentiment. It counts words (VADER) and does not understand them.',
  category: 'ml',
  plan: 'free',
  rateLimit: { minute: 60 },
  schema: z.strictObject({
    text: z.string().trim().min(1).max(20_000).describe('The English text to judge'),
  }),
  label: ({ text = '' }) => `"${cutText(text, 40)}"`,
  async handle({ text }) {
    const { compound, pos, neg } = SentimentIntensityAnalyzer.polarity_scores(text);
    return {
      score: compound,
      confidence: Number((pos + neg).toFixed(3)),
      label: labelOf(compound),
      method: 'VADER (Hutto and Gilbert 2014), a lexicon of rated words',
    };
  },
});
