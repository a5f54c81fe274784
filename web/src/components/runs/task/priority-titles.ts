import type { Priority } from '../../../../../contracts/models/messages.ts';

/** How each priority is called, wherever it shows. */
export const priorityTitles: Record<Priority, string> = {
  high: 'High',
  normal: 'Normal',
  low: 'Low',
};
