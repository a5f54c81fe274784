/** How an alert compares the market with its price. */
export const alertComparisons = ['>=', '<=', '='] as const;
export type AlertComparison = (typeof alertComparisons)[number];

/** `active` until it fires, which it does once; `failed` when its symbol has no prices. */
export const alertStatuses = ['active', 'fired', 'failed'] as const;
export type AlertStatus = (typeof alertStatuses)[number];
