import { ToolError } from '../../tool-kit/tool.ts';

/**
 * Runs tasks one after the other, even if one fails.
 * @throws the first permanent error or, without one, the first error, so that a temporary error does not hide a
 * permanent one.
 */
export async function doInTurn(tasks: Iterable<() => Promise<void>>): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => errors.push(error));
  const lasting = errors.find((error) => !(error instanceof ToolError && error.retryable));
  if (errors.length > 0) throw lasting ?? errors[0];
}
