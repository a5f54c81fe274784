import { artifactTokenPattern, isArtifactReference } from '../contracts/artifact.ts';
import type { Output } from '../contracts/artifact.ts';
import type { StepKey } from '../contracts/activities.ts';
import { stepKeyText } from '../contracts/activities.ts';
import type { Json } from '../contracts/json.ts';
import { isJsonObject } from '../contracts/json.ts';
import { inlineOutputBytes } from '../contracts/limits.ts';
import type { ArtifactRepository } from '../db/repositories/artifacts.ts';
import { preview } from './preview.ts';

/** Stores large values and reads them back where they are named. */
export function createArtifacts(repository: ArtifactRepository) {
  async function store(step: StepKey, value: Json) {
    const artifact = stepKeyText(step);
    const bytes = Buffer.byteLength(JSON.stringify(value));
    await repository.store({ id: artifact, runId: step.runId, content: value, bytes });
    return { artifact, bytes, preview: preview(value) };
  }

  async function read(id: string): Promise<Json> {
    return (await repository.content(id)) ?? `(artifact ${id} is not in the records any more)`;
  }

  return {
    store,

    /** By value while it is small, as a reference when it is not. */
    async bound(step: StepKey, value: Json): Promise<Output> {
      const small = Buffer.byteLength(JSON.stringify(value)) <= inlineOutputBytes;
      return small ? value : store(step, value);
    },

    /** Puts the content in the place of every reference and token in a value. */
    async resolve(value: Output): Promise<Json> {
      if (isArtifactReference(value)) return read(value.artifact);
      if (typeof value === 'string') return this.resolveText(value);
      if (Array.isArray(value)) return Promise.all(value.map((item) => this.resolve(item)));
      if (!isJsonObject(value)) return value;
      const members = Object.entries(value).map(async ([key, member]) => [
        key,
        await this.resolve(member),
      ]);
      return Object.fromEntries(await Promise.all(members));
    },

    /** Puts the content in the place of every token in a text. */
    async resolveText(text: string): Promise<string> {
      const ids = [...text.matchAll(artifactTokenPattern)].map(([, id]) => id ?? '');
      const contents = new Map(
        await Promise.all(ids.map(async (id) => [id, await read(id)] as const)),
      );
      return text.replaceAll(artifactTokenPattern, (_token, id: string) => {
        const content = contents.get(id) ?? '';
        return typeof content === 'string' ? content : JSON.stringify(content);
      });
    },
  };
}

export type Artifacts = ReturnType<typeof createArtifacts>;
