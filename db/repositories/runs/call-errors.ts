import { and, asc, eq, inArray } from 'drizzle-orm';
import { isDeepStrictEqual } from 'node:util';
import { withoutVersion } from '../../../contracts/tools/tools.ts';
import type { Database } from '../../open.ts';
import { steps } from '../../schema/index.ts';
import type { ApprovalRow } from './approval-rows.ts';

type Approved = Omit<ApprovalRow, 'callError'>;
type FailedCall = Pick<
  typeof steps.$inferSelect,
  'runId' | 'nodePath' | 'step' | 'name' | 'input' | 'error' | 'startedAt'
>;

/** Adds why the calls that were approved failed. */
export async function withCallErrors(
  db: Database,
  rows: readonly Approved[],
): Promise<ApprovalRow[]> {
  const isAllowed = ({ status, tool }: Approved) => status === 'approved' && tool !== null;
  const runIds = [...new Set(rows.filter(isAllowed).map(({ runId }) => runId))];
  const failed = runIds.length === 0 ? [] : await failedCalls(db, runIds);
  return rows.map((row) => {
    const call = isAllowed(row) ? failed.find((made) => isCallOf(row, made)) : undefined;
    return { ...row, callError: call?.error?.message ?? null };
  });
}

async function failedCalls(db: Database, runIds: string[]): Promise<FailedCall[]> {
  const { runId, nodePath, step, name, input, error, startedAt, kind, status } = steps;
  return db
    .select({ runId, nodePath, step, name, input, error, startedAt })
    .from(steps)
    .where(and(inArray(runId, runIds), eq(kind, 'tool'), eq(status, 'failed')))
    .orderBy(asc(steps.sequence));
}

/** Whether this is the very call that waited for the approval, or a later one with exactly what an approval node allowed. */
function isCallOf(approval: Approved, call: FailedCall): boolean {
  const { id, runId, tool, args, editedArgs, decidedAt } = approval;
  if (call.runId !== runId) return false;
  if (id === [runId, ...call.nodePath.split('/'), call.step].join('.')) return true;
  return (
    withoutVersion(call.name) === withoutVersion(tool ?? '') &&
    decidedAt !== null &&
    call.startedAt >= decidedAt &&
    isDeepStrictEqual(call.input, editedArgs ?? args)
  );
}
