import type { PlanView } from '../../../../../contracts/api/index.ts';

/** The plan as it stands: what was read from the records, or what was told since. */
export function latestPlan(
  revisions: readonly PlanView[],
  live: PlanView | undefined,
): PlanView | undefined {
  const read = revisions.at(-1);
  return live && (!read || live.at > read.at) ? live : read;
}

/** A plan that was given up, as it stood then, and why. */
export type GivenUp = PlanView & { givenUpFor: string | null };

/**
 * The plans that were given up for another one, latest first: revisions that only mark steps are of the same plan.
 * @param plan the one that stands.
 */
export function planAnew(revisions: readonly PlanView[], plan: PlanView): GivenUp[] {
  const all = revisions.filter(
    ({ nodePath, revision }) => nodePath === plan.nodePath && revision < plan.revision,
  );
  return [...all, plan]
    .flatMap((next, index): GivenUp[] => {
      const before = all[index - 1];
      if (!before || texts(before) === texts(next)) return [];
      return [{ ...before, givenUpFor: next.reason }];
    })
    .toReversed();
}

const texts = ({ steps }: PlanView) => JSON.stringify(steps.map(({ id, text }) => [id, text]));
