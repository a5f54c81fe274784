import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';
import { failureConverterPath } from '../keys/data-converter.ts';

const ownWorkflows = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));

/**
 * The workflows as one file that workers run, made from their sources.
 * @param workflowsPath the module that exports them. @default Baton's own
 */
export async function bundleWorkflows(
  logger?: Logger,
  workflowsPath = ownWorkflows,
): Promise<{ code: string }> {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    failureConverterPath,
    // It keeps no state: evaluated once, not for every workflow.
    preloadModules: ['@marcbachmann/cel-js'],
    ...(logger && { logger }),
  });
  return { code };
}
