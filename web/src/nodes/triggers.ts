import { CalendarClock } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Trigger } from '../../../contracts/pipelines/triggers/index.ts';
import type { TriggerKindName } from '../../../contracts/pipelines/triggers/kinds.ts';
import { cronText } from '../../../contracts/pipelines/triggers/words.ts';
import { facts } from './look.ts';
import type { Fact } from './look.ts';

/** The icon of each trigger kind. */
export const triggerLooks: Record<TriggerKindName, LucideIcon> = { schedule: CalendarClock };

/** The settings of a trigger that its card shows, in words. */
export function triggerFacts({ cron, timeZone, overlap }: Trigger): Fact[] {
  return facts({
    Fires: [cron].flat().map(cronText).join('; '),
    'Time zone': timeZone,
    Overlap: overlap === 'skip' ? undefined : overlap,
  });
}
