import type { z } from 'zod';
import type { DomainTriggerKind } from '../../domain.ts';
import { domains } from '../../domains.ts';
import type { TriggerKind, triggerBase } from './base.ts';
import type { DomainTriggerName, OwnTriggerKind, TriggerKindName } from './kinds.ts';
import { event } from './event.ts';
import { schedule } from './schedule.ts';
import { webhook } from './webhook.ts';

const ownKinds = { schedule, webhook, event } satisfies Record<OwnTriggerKind, TriggerKind>;

/** The trigger kinds that domains add, by name. */
export const domainTriggerKinds: Readonly<Record<string, DomainTriggerKind>> = Object.fromEntries(
  domains.flatMap((domain) => Object.entries(domain.triggerKinds ?? {})),
);

/** Every trigger kind, by name. */
export const triggerKinds: Readonly<Record<TriggerKindName, TriggerKind>> & typeof ownKinds = {
  ...(domainTriggerKinds as Record<DomainTriggerName, DomainTriggerKind>),
  ...ownKinds,
};

/** A trigger of one kind, with its defaults filled in. */
export type TriggerOf<Kind extends OwnTriggerKind> = z.infer<(typeof ownKinds)[Kind]['schema']>;
/** A trigger of a kind that a domain adds: the domain knows the rest. */
export type DomainTrigger = z.infer<z.ZodObject<typeof triggerBase>> & { kind: DomainTriggerName };
/** What starts runs of a pipeline by itself. */
export type Trigger = { [Kind in OwnTriggerKind]: TriggerOf<Kind> }[OwnTriggerKind] | DomainTrigger;
export type ScheduleTrigger = TriggerOf<'schedule'>;
