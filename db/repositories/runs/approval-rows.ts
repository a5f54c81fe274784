import { getTableColumns } from 'drizzle-orm';
import type { JsonObject } from '../../../contracts/base/json.ts';
import { approvals } from '../../schema/index.ts';

/** What is read of an approval; the token apart, which decisions carry. */
export const { token, ...columns } = getTableColumns(approvals);

/** An approval without its token, which only `tokenOf` gives. */
export type StoredApproval = Omit<typeof approvals.$inferSelect, 'token'>;

/** An approval with what its run was started as. */
export type ApprovalRow = StoredApproval & {
  /** What people approved it despite, as they saw it. */
  despite: string[];
  /** Why the call that was approved failed; null where it did not, or there was none. */
  callError: string | null;
  run: {
    pipeline: string;
    title: string | null;
    input: JsonObject;
    user: string;
    startedBy: string | null;
    instructedBy: string[];
  };
};
