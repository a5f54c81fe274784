import type { ToolCallRow } from '../../../db/repositories/catalog/tool-calls.ts';
import type { ToolAudit } from '../audit.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';

/**
 * Puts a side effect into the audit log before it happens.
 * @throws {ToolRefused} where that is not possible: what nobody could look up afterwards is not done.
 */
export async function beginSideEffect(
  audit: Pick<ToolAudit, 'begin'> | undefined,
  row: ToolCallRow,
): Promise<void> {
  try {
    await audit?.begin(row);
  } catch (error) {
    throw new ToolRefused(
      'EXECUTION_ERROR',
      `${row.tool} did not run because the audit log cannot be written. Check whether the database ` +
        'responds (see GET /ready), then try again.',
      { retryable: true, cause: error },
    );
  }
}
