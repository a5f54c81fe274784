/**
 * Where messages that are neither the model's answer (0) nor the result of its call n (n + 1) stand within a turn:
 * after all of those, what a person told first.
 */
export const messagePlaces = { instruction: 1_000, reminder: 1_000_000 } as const;
