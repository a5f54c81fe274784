import type { z } from 'zod';
import type { TriggerKind } from './base.ts';
import type { TriggerKindName } from './kinds.ts';
import { event } from './event.ts';
import { schedule } from './schedule.ts';
import { webhook } from './webhook.ts';

/** Every trigger kind, by name. */
export const triggerKinds = { schedule, webhook, event } satisfies Record<
  TriggerKindName,
  TriggerKind
>;

/** A trigger of one kind, with its defaults filled in. */
export type TriggerOf<Kind extends TriggerKindName> = z.infer<
  (typeof triggerKinds)[Kind]['schema']
>;
/** What starts runs of a pipeline by itself. */
export type Trigger = { [Kind in TriggerKindName]: TriggerOf<Kind> }[TriggerKindName];
export type ScheduleTrigger = TriggerOf<'schedule'>;
