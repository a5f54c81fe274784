import type { Json } from './json.ts';
import { isJsonObject } from './json.ts';

/**
 * A reference in place of an output that is too large for Temporal's history. The content is in the `artifacts` table
 * under `artifact`; agents and tools read it, expressions only see the preview.
 */
export type ArtifactReference = { artifact: string; bytes: number; preview: string };

export function isArtifactReference(value: unknown): value is ArtifactReference {
  return (
    isJsonObject(value) &&
    typeof value['artifact'] === 'string' &&
    typeof value['bytes'] === 'number' &&
    typeof value['preview'] === 'string'
  );
}

/** The text that stands for an artifact inside an interpolated string, until an activity reads it. */
export function artifactToken(id: string): string {
  return `[[artifact:${id}]]`;
}

export const artifactTokenPattern = /\[\[artifact:([^\]]+)\]\]/g;

export type Output = Json | ArtifactReference;
