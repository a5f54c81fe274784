import type { ApprovalRow } from '../../db/repositories/runs/approvals.ts';
import type { RunRepository } from '../../db/repositories/runs/runs.ts';

/**
 * Why somebody may not approve what an approval asks for, since it is their own request: they started the run or one that
 * it retries, it was started for them, or they instructed one of its agents.
 * @param who as records name them, and as the user that they are.
 */
export async function ownRequest(
  { runId, run }: Pick<ApprovalRow, 'runId' | 'run'>,
  { name, user }: { name: string; user: string },
  runs: Pick<RunRepository, 'requestersOf'>,
): Promise<{ refused: string; reason: 'own-request' } | undefined> {
  const line = await runs.requestersOf(runId);
  if (line.some((each) => each.user === user || each.startedBy === name)) {
    return { refused: `${name} started the run`, reason: 'own-request' };
  }
  if (!run.instructedBy.includes(name)) return undefined;
  return { refused: `${name} instructed an agent of the run`, reason: 'own-request' };
}
