import { ToolError } from '../../tool-kit/tool.ts';

/**
 * Does one task after the other, also where one before it fails.
 * @throws the first error that trying again does not mend or, without one, the first: what passes by itself hides nothing
 * that does not.
 */
export async function doInTurn(tasks: Iterable<() => Promise<void>>): Promise<void> {
  const errors: unknown[] = [];
  for (const task of tasks) await task().catch((error: unknown) => errors.push(error));
  const lasting = errors.find((error) => !(error instanceof ToolError && error.retryable));
  if (errors.length > 0) throw lasting ?? errors[0];
}
