import { CalendarClock, Radio, Webhook } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Trigger, TriggerOf } from '../../../contracts/pipelines/triggers/index.ts';
import type { TriggerKindName } from '../../../contracts/pipelines/triggers/kinds.ts';
import { cronText } from '../../../contracts/pipelines/triggers/words.ts';
import { facts } from './look.ts';
import type { Fact } from './look.ts';

/** The icon of each trigger kind. */
export const triggerLooks: Record<TriggerKindName, LucideIcon> = {
  schedule: CalendarClock,
  webhook: Webhook,
  event: Radio,
};

/** The settings of a trigger that its card shows, in words. */
export function triggerFacts(trigger: Trigger): Fact[] {
  return factsOf[trigger.kind](trigger as never);
}

const factsOf: { [Kind in TriggerKindName]: (trigger: TriggerOf<Kind>) => Fact[] } = {
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
