import { runAgent, runFailureOf, runPipeline } from 'baton/workflow';
import type { RunFailure } from 'baton/workflow';
import type dinner from '../../../examples/code/dinner.ts';

// Workflows of somebody who uses Temporal for other work too.

export { evening } from '../../../examples/code/evening.ts';

export async function letter(task: string): Promise<{ message: string }> {
  return runAgent<{ message: string }>('host', task);
}

export async function abandoned(amount: number): Promise<unknown> {
  return runPipeline<typeof dinner>('dinner', { amount }, { whenCancelled: 'abandon' });
}

/** How a run has failed, once it has. */
export async function failing(pipeline: string): Promise<RunFailure | string> {
  try {
    await runPipeline(pipeline, {});
    return 'completed';
  } catch (error) {
    return runFailureOf(error) ?? String(error);
  }
}
