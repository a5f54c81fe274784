import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const isSource = (name: string) => /\.[cm]?[jt]sx?$|\.json$/.test(name);
const isToolFile = (name: string) => /^[^._][^/]*\.ts$/.test(name) && !/\.(d|test)\.ts$/.test(name);

/** The files of tools in a folder, in order; none where there is no such folder. */
export async function toolFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter(isToolFile)
    .toSorted()
    .map((name) => join(folder, name));
}

/** The same, and what they may import, in the folders beside them too. */
export async function sourcesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names
    .filter((name) => isSource(name) && !name.includes('node_modules'))
    .toSorted()
    .map((name) => join(folder, name));
}
