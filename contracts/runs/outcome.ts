import { isJsonObject } from '../base/json.ts';
import { isArtifactReference } from '../base/artifact.ts';
import type { Output } from '../base/artifact.ts';
import type { RunOutcome } from '../domain.ts';
import { domains } from '../domains.ts';
import type { NodeState, RunStatus } from './run.ts';

/** What is known of a run that may have ended. */
type Ended = {
  status: RunStatus;
  output: Output | null;
  nodes: readonly NodeState[] | null;
};

/** What came of a run that completed, where that alone does not say it. Of one that failed, its error does. */
export function outcomeOf({ status, output, nodes }: Ended): RunOutcome | null {
  if (status !== 'completed') return null;
  const given = [output, ...(nodes ?? []).map((node) => node.output)];
  const outputs = given.flatMap((one) => (one == null || isArtifactReference(one) ? [] : [one]));
  for (const domain of domains) {
    const outcome = domain.outcomeOf?.(outputs);
    if (outcome) return outcome;
  }
  return rejectionIn(nodes ?? []);
}

/** That what was asked for was not approved, and nothing else was. */
function rejectionIn(nodes: readonly NodeState[]): RunOutcome | null {
  const decided = nodes.flatMap(({ kind, status, output }) => {
    const isDecided = kind === 'approval' && status === 'completed' && isJsonObject(output);
    return isDecided && !isArtifactReference(output) ? [output] : [];
  });
  if (decided.some(({ decision }) => decision === 'approved')) return null;
  const last = decided.findLast(
    ({ decision }) => decision === 'rejected' || decision === 'expired',
  );
  if (!last) return null;
  const { decision, by, comment } = last;
  if (decision === 'expired') {
    const text = 'Nobody decided in time, so that it counts as rejected.';
    return { name: 'rejected', title: 'Not approved', ending: 'ended without an approval', text };
  }
  const who = typeof by === 'string' ? ` by ${by}` : '';
  const why = typeof comment === 'string' ? `: ${comment}` : '.';
  const text = `Rejected${who}${why}`;
  return { name: 'rejected', title: 'Rejected', ending: 'ended after a rejection', text };
}
