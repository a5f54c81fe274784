import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** An editor writes a file in several steps. */
const settleMs = 100;
const isPassedOver = (name: string) => name.startsWith('.') || /^(node_modules|dist)$/.test(name);

/** A folder of sources and those within it, but for packages, what is built and what is hidden. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const within = entries.filter((entry) => entry.isDirectory() && !isPassedOver(entry.name));
  const deeper = await Promise.all(within.map(({ name }) => foldersIn(join(folder, name))));
  return [folder, ...deeper.flat()];
}

/** The files of a folder of sources, in order. */
export async function sourcesUnder(folder: string): Promise<string[]> {
  const lists = (await foldersIn(folder)).map(async (one) => {
    const entries = await readdir(one, { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => join(one, name));
  });
  return (await Promise.all(lists)).flat().toSorted();
}

/**
 * Watches a folder of sources.
 * @param onChange called once what happens in it has settled.
 */
export async function watchFolders(
  folder: string,
  onChange: () => void,
): Promise<{ close(): void }> {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function watchAll(): Promise<void> {
    const folders = await foldersIn(folder);
    if (isClosed) return;
    for (const [one, watcher] of watchers) {
      if (folders.includes(one)) continue;
      watcher.close();
      watchers.delete(one);
    }
    for (const one of folders) {
      if (!watchers.has(one)) watchers.set(one, watchOne(one));
    }
  }

  function watchOne(one: string): FSWatcher {
    const watcher = watch(one, settle);
    // A folder that is deleted: what is there then is looked for at the next change.
    watcher.on('error', () => {
      watcher.close();
      watchers.delete(one);
    });
    return watcher;
  }

  function settle(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void watchAll().then(() => !isClosed && onChange()), settleMs);
  }

  await watchAll();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
