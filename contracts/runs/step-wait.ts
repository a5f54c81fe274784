import { isJsonObject } from '../base/json.ts';
import type { Json } from '../base/json.ts';

/** What a step waits for, in words, and since when; null where an older version did not note that. */
export type StepWait = {
  reason: string;
  since: string | null;
  /** Where a limit holds it up: how many come before it, as far as its worker knows; null, nobody knows. */
  behind?: number | null;
};

/** What a step waits for that has handed the waiting, for a model that is away for one, back to its workflow. */
export function waitOf({ status, output }: { status: string; output: Json }): StepWait | undefined {
  if (status !== 'running' || !isJsonObject(output)) return undefined;
  const { waiting, since, behind } = output;
  if (typeof waiting !== 'string') return undefined;
  return {
    reason: waiting,
    since: typeof since === 'string' ? since : null,
    ...((typeof behind === 'number' || behind === null) && { behind }),
  };
}
