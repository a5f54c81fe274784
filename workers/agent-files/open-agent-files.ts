import { join } from 'node:path';
import { plannersIn, plannerFilesIn } from '../../activities/planning/planners.ts';
import { builtInAgents } from '../../contracts/agents/index.ts';
import { fileProblemText } from '../../contracts/agents/file-problem.ts';
import type { Database } from '../../db/open.ts';
import { agentRepository } from '../../db/repositories/agents/agents.ts';
import { catalogRepository } from '../../db/repositories/catalog/catalog.ts';
import type { PublishedCatalog } from '../../db/repositories/catalog/catalog.ts';
import { readAgentFolder, agentFilesIn } from './read-agent-folder.ts';
import type { AroundFiles, LoadedAgents } from './read-agent-folder.ts';
import { stat } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { onChange } from '../../db/changes.ts';
import * as tables from '../../db/schema/index.ts';
import { repeat } from '../repeat.ts';

const pauseMs = 1_000;

/**
 * Looks at a folder again and again, since watching is not told of changes on every file system, and calls `changed`
 * when a file of an agent or of a planner, or one of `names` has come, changed or gone.
 * @param options.names of the agents that are stored elsewhere, and of the tools.
 * @param options.seen what was there when it was last read, as `folderState` gives it.
 * @returns the way to stop, which waits for a call under way.
 */
function watchAgentFolder(options: {
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
async function folderState(folder: string, names: string[]): Promise<string> {
  const files = await Promise.all(
    [...(await agentFilesIn(folder)), ...(await plannerFilesIn(folder))].map(async (path) => {
      const { mtimeMs, size } = await stat(path).catch(() => ({ mtimeMs: 0, size: 0 }));
      return [path, mtimeMs, size];
    }),
  );
  return JSON.stringify([files, names]);
}

/** So long they are not read again, also where a change was not told of. */
const keptMs = 60_000;

/** The names of the agents in the database, which are read when they have changed. */
function rememberedNames(db: Database) {
  const repository = agentRepository(db);
  const kept = new LRUCache<'names', Promise<string[]>>({ max: 1, ttl: keptMs });
  const stop = onChange(db, [tables.agents], () => kept.clear());
  return {
    stop,
    async names(): Promise<string[]> {
      const names = kept.get('names') ?? repository.names();
      if (!kept.has('names')) kept.set('names', names);
      return names.catch((error: unknown) => {
        kept.clear();
        throw error;
      });
    },
  };
}

type PublishedAgents = Pick<
  PublishedCatalog,
  'agents' | 'agentFiles' | 'planners' | 'fileProblems'
>;

/**
 * Reads the files of agents, and reads them again when they change, for the API to know what there is.
 * @param options.extensions the folder of the user's own extensions.
 * @param options.log is told of what is read, and of each mistake.
 */
export async function openAgentFiles(options: {
  db: Database;
  extensions: string;
  /** What they may name now: tools come and go. */
  known: () => Omit<AroundFiles, 'storedAgents' | 'planners'>;
  log: (event: object) => void;
  onError: (error: unknown) => void;
}): Promise<{ published: PublishedAgents; watch(): { stop(): Promise<void> } }> {
  const { db, extensions, known, log, onError } = options;
  const folder = join(extensions, 'agents');
  const { names, stop: stopListening } = rememberedNames(db);
  const nearby = async () => [...(await names()), ...known().tools];

  async function read(): Promise<PublishedAgents> {
    const planners = await plannersIn(folder).check();
    const around = { ...known(), planners: planners.names, storedAgents: await names() };
    const loaded = await readAgentFolder(folder, around);
    const problems = [...loaded.problems, ...planners.problems];
    log({ event: 'agent files read', agents: loaded.files });
    for (const problem of problems) {
      log({ event: 'agent file is not valid', problem: fileProblemText(problem) });
    }
    return publishedAgents({ ...loaded, problems }, planners.names);
  }

  const seen = await folderState(folder, await nearby());
  return {
    published: await read(),
    watch: () => {
      const watching = watchAgentFolder({
        folder,
        names: nearby,
        seen,
        changed: async () => catalogRepository(db).publishAgents(await read()),
        onError,
      });
      return {
        async stop() {
          stopListening();
          await watching.stop();
        },
      };
    },
  };
}

function publishedAgents(
  { agents, files, problems }: LoadedAgents,
  planners: string[],
): PublishedAgents {
  return {
    agents: { ...agents, ...builtInAgents },
    agentFiles: files,
    planners,
    fileProblems: problems,
  };
}
