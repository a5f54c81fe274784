import { isArtifactReference } from '../base/artifact.ts';
import type { Output } from '../base/artifact.ts';
import type { RunOutcome } from '../domain.ts';
import { domains } from '../domains.ts';
import { hasEnded } from './run.ts';
import type { NodeState, RunStatus } from './run.ts';

/** What is known of a run that may have ended. */
type Ended = {
  status: RunStatus;
  output: Output | null;
  nodes: readonly NodeState[] | null;
};

/** What came of a run where its status does not say it; null where it does, or the run goes on. */
export function outcomeOf({ status, output, nodes }: Ended): RunOutcome | null {
  if (!hasEnded(status)) return null;
  const given = [output, ...(nodes ?? []).map((node) => node.output)];
  const outputs = given.flatMap((one) => (one == null || isArtifactReference(one) ? [] : [one]));
  for (const domain of domains) {
    const outcome = domain.outcomeOf?.(outputs);
    if (outcome) return outcome;
  }
  return null;
}
