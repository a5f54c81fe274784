import { Activity, CalendarClock, Radio, Webhook } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Trigger, TriggerOf } from '../../../contracts/pipelines/triggers/index.ts';
import type {
  OwnTriggerKind,
  TriggerKindName,
} from '../../../contracts/pipelines/triggers/kinds.ts';
import { cronText, triggerText } from '../../../contracts/pipelines/triggers/words.ts';
import { facts } from './look.ts';
import type { Fact } from './look.ts';

const icons: Record<OwnTriggerKind, LucideIcon> = {
  schedule: CalendarClock,
  webhook: Webhook,
  event: Radio,
};

/** The icon of a trigger kind; those of domains share one. */
export const triggerIcon = (kind: TriggerKindName): LucideIcon =>
  (icons as Partial<Record<TriggerKindName, LucideIcon>>)[kind] ?? Activity;

/** The settings of a trigger that its card shows, in words. */
export function triggerFacts(trigger: Trigger): Fact[] {
  const own = Object.entries(factsOf).find(([kind]) => kind === trigger.kind);
  if (own) return own[1](trigger as never);
  return facts({
    Fires: triggerText(trigger),
    Overlap: trigger.overlap === 'skip' ? undefined : trigger.overlap,
  });
}

const factsOf: { [Kind in OwnTriggerKind]: (trigger: TriggerOf<Kind>) => Fact[] } = {
  schedule: ({ cron, timeZone, overlap }) =>
    facts({
      Fires: [cron].flat().map(cronText).join('; '),
      'Time zone': timeZone,
      Overlap: overlap === 'skip' ? undefined : overlap,
    }),
  event: ({ event, when, overlap }) =>
    facts({
      Event: event,
      If: when,
      Overlap: overlap === 'allowAll' ? undefined : overlap,
    }),
  webhook: ({ auth, respond, overlap }) =>
    facts({
      Caller: auth === 'key' ? 'sends a key' : 'signs',
      Answer: respond === 'at-once' ? 'at once' : 'with the result',
      Overlap: overlap === 'allowAll' ? undefined : overlap,
    }),
};
