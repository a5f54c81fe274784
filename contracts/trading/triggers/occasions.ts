/** What a trigger of the market waits for. */
export const triggerOccasions = [
  'bar-closed',
  'price-crosses',
  'indicator-crosses',
  'alert-fired',
] as const;
export type TriggerOccasion = (typeof triggerOccasions)[number];

/** Indicators that a trigger can look at. */
export const triggerIndicators = ['sma', 'ema', 'rsi'] as const;
export type TriggerIndicator = (typeof triggerIndicators)[number];
