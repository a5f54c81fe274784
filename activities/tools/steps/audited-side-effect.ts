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
      `${row.tool} was not carried out, since the audit log cannot be written: see whether the database ` +
        'answers (GET /ready says so), and try again.',
      { retryable: true, cause: error },
    );
  }
}
