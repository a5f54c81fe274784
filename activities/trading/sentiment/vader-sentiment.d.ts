declare module 'vader-sentiment' {
  /** Shares of negative, neutral and positive text, and the normalized sum (compound) from −1 to 1. */
  export const SentimentIntensityAnalyzer: {
    polarity_scores(text: string): { neg: number; neu: number; pos: number; compound: number };
  };
}
