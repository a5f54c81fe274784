import { stat } from 'node:fs/promises';
import { plannerFilesIn } from '../../activities/planning/planners.ts';
import { repeat } from '../repeat.ts';
import { agentFilesIn } from './read-agent-folder.ts';

const pauseMs = 1_000;

/**
 * Looks at a folder again and again, since watching is not told of changes on every file system, and calls `changed`
 * when a file of an agent or of a planner, or one of `names` has come, changed or gone.
 * @param options.names of the agents that are stored elsewhere, and of the tools.
 * @param options.seen what was there when it was last read, as `folderState` gives it.
 * @returns the way to stop, which waits for a call under way.
 */
export function watchAgentFolder(options: {
  folder: string;
  names: () => Promise<string[]>;
  seen: string;
  changed: () => Promise<void>;
  onError: (error: unknown) => void;
}): { stop(): Promise<void> } {
  const { folder, names, changed, onError } = options;
  let { seen } = options;

  async function look(): Promise<void> {
    const found = await folderState(folder, await names());
    if (found === seen) return;
    await changed();
    seen = found;
  }

  return repeat({ pauseMs, task: look, onError });
}

/** A text that is another one after each change of the files or the names. */
export async function folderState(folder: string, names: string[]): Promise<string> {
  const files = await Promise.all(
    [...(await agentFilesIn(folder)), ...(await plannerFilesIn(folder))].map(async (path) => {
      const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0 }));
      return [path, mtimeMs, size];
    }),
  );
  return JSON.stringify([files, names]);
}
