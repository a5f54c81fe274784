import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, type Logger } from '@temporalio/worker';
import { failureConverterPath } from '../keys/data-converter.ts';

const ownWorkflows = fileURLToPath(new URL('../workflows/index.ts', import.meta.url));

const skipTime = fileURLToPath(new URL('../workflows/testing/skip-time.ts', import.meta.url));

/**
 * The workflows as one file that workers run, made from their sources.
 * @param workflowsPath the module that exports them. @default Baton's own
 * @param terms.skipsTime whether their time can be made to jump, for tests of pipelines.
 */
export async function bundleWorkflows(
  logger?: Logger,
  workflowsPath = ownWorkflows,
  { skipsTime = false }: { skipsTime?: boolean } = {},
): Promise<{ code: string }> {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    workflowInterceptorModules: skipsTime ? [skipTime] : [],
    failureConverterPath,
    // It keeps no state: evaluated once, not for every workflow.
    preloadModules: ['@marcbachmann/cel-js'],
    ...(logger && { logger }),
  });
  return { code };
}
