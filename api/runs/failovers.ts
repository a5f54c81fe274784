import type { RunView } from '../../contracts/api/index.ts';
import { unansweredIn } from '../../contracts/runs/failovers.ts';
import type { Services } from '../services.ts';

/** The models of a run that did not answer, each with the one that its call went on with. */
export async function failoversOf(
  { steps }: Pick<Services, 'steps'>,
  runId: string,
): Promise<RunView['failovers']> {
  const found = await steps.ofSeveralModels(runId);
  return found.flatMap(({ nodePath, step, attempts, startedAt }) =>
    unansweredIn(attempts ?? []).flatMap(({ to, ...unanswered }) =>
      to === null ? [] : [{ nodePath, step, ...unanswered, to, at: startedAt.toISOString() }],
    ),
  );
}
