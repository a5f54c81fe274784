import { runFailureOf, runPipeline } from 'baton/workflow';
import type dinner from './dinner.ts';

/** A Temporal workflow of your own. */
export async function evening(amount: number): Promise<string> {
  try {
    const { sent } = await runPipeline<typeof dinner, { sent: string }>('dinner', {
      amount,
      people: 3,
    });
    return sent;
  } catch (error) {
    const failure = runFailureOf(error);
    if (!failure) throw error;
    return `Run ${failure.runId} is ${failure.status}`;
  }
}
