import type { Priority } from '../../../../../contracts/models/messages.ts';
import { texts } from '../texts.ts';

/** How each priority is called, wherever it shows. */
export const priorityTitles: Record<Priority, string> = {
  high: texts.priorities.high,
  normal: texts.priorities.normal,
  low: texts.priorities.low,
};
