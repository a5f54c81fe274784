import type { Output } from '../../contracts/base/artifact.ts';
import type { StepKey } from '../../contracts/activities/index.ts';
import { stepKeyText } from '../../contracts/activities/index.ts';
import type { Json } from '../../contracts/base/json.ts';
import { inlineOutputBytes } from '../../contracts/base/run-limits.ts';
import type { ArtifactRepository } from '../../db/repositories/runs/artifacts.ts';
import { preview } from './preview.ts';

/** Stores the large outputs of steps, under the step's key. */
export function createArtifacts(repository: ArtifactRepository) {
  async function store(step: StepKey, value: Json) {
    const artifact = stepKeyText(step);
    const bytes = Buffer.byteLength(JSON.stringify(value));
    await repository.store({ id: artifact, runId: step.runId, content: value, bytes });
    return { artifact, bytes, preview: preview(value) };
  }

  return {
    store,

    /** By value while it is small, as a reference when it is not. */
    async bound(step: StepKey, value: Json): Promise<Output> {
      const small = Buffer.byteLength(JSON.stringify(value)) <= inlineOutputBytes;
      return small ? value : store(step, value);
    },

    resolve: repository.resolve,
    resolveText: repository.resolveText,
  };
}

export type Artifacts = ReturnType<typeof createArtifacts>;
