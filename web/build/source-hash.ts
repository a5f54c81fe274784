import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';

/** What the app is made of, from the project's folder: another file or other bytes make another app. */
const sourcesOfApp = [
  'web/**/*',
  'contracts/**/*.ts',
  'docs/**/*',
  '{.,examples}/*.md',
  'package-lock.json',
];
const notSources = /^(dist|node_modules)/;

/**
 * SHA-256 of all sources of what is built, in hex.
 * @param project the folder that they are in, with a separator at its end.
 * @param sources glob patterns. @default those of the app
 */
export async function sourceHash(
  project: string,
  sources: readonly string[] = sourcesOfApp,
): Promise<string> {
  const hash = createHash('sha256');
  for (const path of await sourcePaths(project, sources)) {
    const content = await readFile(join(project, path));
    hash.update(`${path.split(sep).join('/')}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function sourcePaths(project: string, sources: readonly string[]): Promise<string[]> {
  const found = await Array.fromAsync(
    glob(sources, {
      cwd: project,
      withFileTypes: true,
      exclude: ({ name }) => notSources.test(name),
    }),
  );
  return found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(project.length))
    .toSorted();
}
