import type { ToolOutcome } from '../../../../contracts/tools/tools.ts';

/** How the end of an attempt is called and looks. */
export const outcomeLooks: Record<ToolOutcome, { title: string; colour: string }> = {
  started: { title: 'Begun, end not known', colour: 'text-wait' },
  completed: { title: 'Completed', colour: 'text-good' },
  waiting: { title: 'Told to come back', colour: 'text-busy' },
  refused: { title: 'Refused', colour: 'text-bad' },
  failed: { title: 'Failed', colour: 'text-bad' },
};
