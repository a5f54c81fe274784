import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { logger } from './logger.ts';

/** The hand-written workflows as one file. Apart from Baton's, so that each carries its own weight. */
export async function bundleHandWritten(): Promise<{ code: string }> {
  const workflowsPath = fileURLToPath(new URL('../workflows/hand-written.ts', import.meta.url));
  const { code } = await bundleWorkflowCode({ workflowsPath, logger });
  return { code };
}
