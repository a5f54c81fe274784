/** The kinds of triggers; apart from their schemas, so that what must not load zod can name them. */
export const triggerKindNames = ['schedule', 'webhook', 'event'] as const;
export type TriggerKindName = (typeof triggerKindNames)[number];

export function isTriggerKind(kind: unknown): kind is TriggerKindName {
  return triggerKindNames.some((name) => name === kind);
}

/** The id of a trigger among those of all pipelines: `desk.every_morning`. */
export function triggerIdOf(pipeline: string, trigger: string): string {
  return `${pipeline}.${trigger}`;
}
