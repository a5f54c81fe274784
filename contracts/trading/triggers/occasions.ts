/** The events that a market trigger can wait for. */
export const triggerOccasions = [
  'bar-closed',
  'price-crosses',
  'indicator-crosses',
  'alert-fired',
] as const;
export type TriggerOccasion = (typeof triggerOccasions)[number];

/** The indicators that a trigger can use. */
export const triggerIndicators = ['sma', 'ema', 'rsi'] as const;
export type TriggerIndicator = (typeof triggerIndicators)[number];
