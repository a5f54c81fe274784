import { ToolError } from '../tool-kit/tool.ts';
import type { ToolContext } from '../tool-kit/tool.ts';

/**
 * For tools whose other side does not know a repeated call by its key.
 * @throws {ToolError} where an earlier try of the call broke off and may have been carried out.
 */
export function refuseUnsure({ mayHaveRun }: Pick<ToolContext<unknown>, 'mayHaveRun'>): void {
  if (!mayHaveRun) return;
  throw new ToolError(
    'An earlier attempt of this call was interrupted and may have been executed. Check before you repeat it.',
    { retryable: false, fault: 'conflict', doubt: true },
  );
}
