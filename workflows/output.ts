import type { StepKey } from '../contracts/activities/index.ts';
import { isArtifactReference } from '../contracts/base/artifact.ts';
import type { Output } from '../contracts/base/artifact.ts';
import type { Json } from '../contracts/base/json.ts';
import { inlineOutputBytes } from '../contracts/base/run-limits.ts';
import { requireFits } from './payload.ts';
import { records } from './proxies.ts';

/** Whether an output is small enough to travel by value, or is a reference already. */
export function fitsHistory(output: Output): boolean {
  return isArtifactReference(output) || JSON.stringify(output).length <= inlineOutputBytes;
}

/**
 * Stores an output in the database; gives a reference to it.
 * @throws `TooLarge` if it is too large even for the activity that stores it.
 */
export function storeOutput(output: Json, key: StepKey): Promise<Output> {
  return records.storeArtifact.executeWithOptions({ summary: `${key.nodePath} · large output` }, [
    { ...key, value: requireFits(output) },
  ]);
}
