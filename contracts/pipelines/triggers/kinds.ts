import { domains } from '../../domains.ts';

/** The kinds that come with the engine. */
const ownKinds = ['schedule', 'webhook', 'event'] as const;
export type OwnTriggerKind = (typeof ownKinds)[number];

/** Stands for the name of every kind that a domain adds: the compiler tells kinds apart by literals alone. */
export type DomainTriggerName = '(kind of a domain)';

export type TriggerKindName = OwnTriggerKind | DomainTriggerName;

const domainNames = domains.flatMap(({ triggerKinds }) => Object.keys(triggerKinds ?? {}));

/** The kinds of triggers: those of the engine, then those of the domains. */
export const triggerKindNames: readonly TriggerKindName[] = [
  ...ownKinds,
  ...(domainNames as DomainTriggerName[]),
];

export function isTriggerKind(kind: unknown): kind is TriggerKindName {
  return triggerKindNames.some((name) => name === kind);
}

/**
 * Whether the data of the event becomes the input of the run if the trigger has no `input`; the data must then match
 * the inputs of the pipeline.
 */
export function givesInput({ kind }: { kind: TriggerKindName }): boolean {
  return kind === 'event' || kind === 'webhook';
}

/** The id of a trigger among those of all pipelines: `desk.every_morning`. */
export function triggerIdOf(pipeline: string, trigger: string): string {
  return `${pipeline}.${trigger}`;
}
