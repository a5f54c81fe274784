import type { StepKey } from '../contracts/activities.ts';
import { isArtifactReference } from '../contracts/artifact.ts';
import type { Output } from '../contracts/artifact.ts';
import { inlineOutputBytes } from '../contracts/limits.ts';
import { records } from './proxies.ts';

/** Keeps an output by value while it is small, and stores it in the database when it is not. */
export async function boundOutput(output: Output, key: StepKey): Promise<Output> {
  if (isArtifactReference(output)) return output;
  if (JSON.stringify(output).length <= inlineOutputBytes) return output;
  return records.storeArtifact.executeWithOptions({ summary: `${key.nodePath} · large output` }, [
    { ...key, value: output },
  ]);
}
