import { and, eq } from 'drizzle-orm';
import { artifactTokenPattern, isArtifactReference } from '../../../contracts/base/artifact.ts';
import type { Output } from '../../../contracts/base/artifact.ts';
import { isJsonObject } from '../../../contracts/base/json.ts';
import type { Json } from '../../../contracts/base/json.ts';
import type { Database } from '../../open.ts';
import { artifacts } from '../../schema/index.ts';

/** Reads and writes outputs that are too large for the history, and puts them where they are named. */
export function artifactRepository(db: Database) {
  async function content(id: string): Promise<Json> {
    const [row] = await db
      .select({ content: artifacts.content })
      .from(artifacts)
      .where(eq(artifacts.id, id));
    return row?.content ?? `(artifact ${id} is no longer stored)`;
  }

  /** Puts the content in the place of every token in a text. */
  async function resolveText(text: string): Promise<string> {
    const ids = new Set([...text.matchAll(artifactTokenPattern)].map(([, id]) => id ?? ''));
    const contents = new Map<string, Json>();
    for (const id of ids) contents.set(id, await content(id));
    return text.replaceAll(artifactTokenPattern, (_token, id: string) => {
      const found = contents.get(id) ?? '';
      return typeof found === 'string' ? found : JSON.stringify(found);
    });
  }

  /** Puts the content in the place of every reference and token in a value. */
  async function resolve(value: Output): Promise<Json> {
    if (isArtifactReference(value)) return content(value.artifact);
    if (typeof value === 'string') return resolveText(value);
    if (Array.isArray(value)) return Promise.all(value.map(resolve));
    if (!isJsonObject(value)) return value;
    const members = Object.entries(value).map(
      async ([key, member]) => [key, await resolve(member)] as const,
    );
    return Object.fromEntries(await Promise.all(members));
  }

  return {
    async store(artifact: { id: string; runId: string; content: Json; bytes: number }) {
      await db.insert(artifacts).values(artifact).onConflictDoNothing();
    },
    /** What is stored under an id for a run. */
    async find(runId: string, id: string): Promise<{ content: Json; bytes: number } | undefined> {
      const [row] = await db
        .select({ content: artifacts.content, bytes: artifacts.bytes })
        .from(artifacts)
        .where(and(eq(artifacts.id, id), eq(artifacts.runId, runId)));
      return row;
    },
    resolve,
    resolveText,
  };
}

export type ArtifactRepository = ReturnType<typeof artifactRepository>;
