import { z } from 'zod';
import { cutText } from '../../../../contracts/base/text.ts';
import { scoreText, scoringMethod } from '../../sentiment/score-text.ts';
import { defineTool } from '../../../tool-kit/define-tool.ts';

export const analyzeSentiment = defineTool({
  name: 'analyze_sentiment',
  description:
    'Scores the sentiment of an English text: score from -1 (negative) to 1 (positive), and confidence, the ' +
    'share of words that carry sentiment. It counts words (VADER, extended with words of market news) and does ' +
    'not understand the text.',
  category: 'ml',
  plan: 'free',
  rateLimit: { minute: 60 },
  quick: true,
  example: { text: 'Shares soar as profits beat every forecast' },
  schema: z.strictObject({
    text: z.string().trim().min(1).max(20_000).describe('The English text to score'),
  }),
  label: ({ text = '' }) => `"${cutText(text, 40)}"`,
  handle: async ({ text }) => ({ ...scoreText(text), method: scoringMethod }),
});
