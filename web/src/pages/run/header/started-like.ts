import type { RunView } from '../../../../../contracts/api/index.ts';
import { settingsOf } from '../../../components/controls/budget.ts';

/** What starts a run's document once more, as it was started. */
export function startedLike({ document, input, user, priority, budget }: RunView) {
  return { document, input, user, priority, ...(budget && { budget: settingsOf(budget) }) };
}
