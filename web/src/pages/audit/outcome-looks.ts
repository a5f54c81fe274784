import type { ToolOutcome } from '../../../../contracts/tools/tools.ts';
import { texts } from './texts.ts';

/** How the end of an attempt is called and looks. */
export const outcomeLooks: Record<ToolOutcome, { title: string; colour: string }> = {
  started: { title: texts.outcomes.started, colour: 'text-wait' },
  completed: { title: texts.outcomes.completed, colour: 'text-good' },
  waiting: { title: texts.outcomes.retryLater, colour: 'text-busy' },
  refused: { title: texts.outcomes.refused, colour: 'text-bad' },
  failed: { title: texts.outcomes.failed, colour: 'text-bad' },
};
