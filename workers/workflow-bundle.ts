import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';
import { failureConverterPath } from '../keys/data-converter.ts';

/** The workflows as one file that workers run, made from their sources. */
export async function bundleWorkflows(logger?: Logger): Promise<{ code: string }> {
  const workflowsPath = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    failureConverterPath,
    // It keeps no state: evaluated once, not for every workflow.
    preloadModules: ['@marcbachmann/cel-js'],
    ...(logger && { logger }),
  });
  return { code };
}
