import { isArtifactReference } from '../../contracts/artifact.ts';
import { isJsonObject } from '../../contracts/json.ts';
import type { Json } from '../../contracts/json.ts';
import type { ArtifactRepository } from '../../db/repositories/artifacts.ts';

/** The value with each reference to an artifact replaced by the artifact's content. */
export async function withArtifacts(artifacts: ArtifactRepository, value: Json): Promise<Json> {
  if (isArtifactReference(value)) return (await artifacts.content(value.artifact)) ?? value;
  if (Array.isArray(value)) {
    return Promise.all(value.map((member) => withArtifacts(artifacts, member)));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(
    async ([key, member]) => [key, await withArtifacts(artifacts, member)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
