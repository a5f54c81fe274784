import { ToolRefused } from '../../tool-kit/executor.ts';

/**
 * Has a check decide on a call. One that is exempt, which is asked only of a call that the check refuses, passes all the same.
 * @throws {ToolRefused} as `check` does, of any other call.
 */
export async function unless(
  isExempt: () => Promise<boolean>,
  check: () => void | Promise<void>,
): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof ToolRefused) || !(await isExempt())) throw error;
  }
}
