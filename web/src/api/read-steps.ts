import type { z } from 'zod';
import type { stepListSchema, StepView } from '../../../contracts/api/index.ts';
import { request } from './request.ts';

/** A step that failed may be tried again; after so long its retry would have shown. */
const retryWithinMs = 60_000;

/**
 * Reads the steps of a run from the first one on that may have changed since it was read.
 * @param known the steps that were read before, in their order.
 */
export async function readSteps(runId: string, known: StepView[]): Promise<StepView[]> {
  const firstOpen = known.findIndex((step) => !isSettled(step));
  const steps = firstOpen === -1 ? [...known] : known.slice(0, firstOpen);
  for (;;) {
    const after = steps.at(-1)?.sequence ?? 0;
    const { items, nextCursor } = await request<z.infer<typeof stepListSchema>>(
      `/api/v1/runs/${runId}/steps?limit=500&after=${after}`,
    );
    steps.push(...items);
    if (nextCursor === null) return steps;
  }
}

function isSettled({ status, output, endedAt }: StepView): boolean {
  if (status === 'completed') return output !== null;
  return endedAt !== null && Date.now() - Date.parse(endedAt) > retryWithinMs;
}
