import { join } from 'node:path';
import type { z } from 'zod';
import { openMcp } from '../../activities/mcp/open-mcp.ts';
import type { mcpEnvironment } from '../../activities/mcp/env.ts';
import type { networkEnvironment } from '../../activities/network/env.ts';
import { createGuardedFetch } from '../../activities/network/guarded-fetch.ts';
import type { Network } from '../../activities/network/network.ts';
import { createOwnTools } from '../../activities/own-tools/own-tools.ts';
import type { LoadedTools } from '../../activities/own-tools/own-tools.ts';
import type { ToolSources } from '../../activities/tools/create-executor.ts';
import type { ToolExecutor } from '../../activities/tool-kit/executor.ts';
import { fileProblemText } from '../../contracts/agents/file-problem.ts';
import type { FileProblem } from '../../contracts/agents/file-problem.ts';
import type { Database } from '../../db/open.ts';
import { catalogRepository } from '../../db/repositories/catalog/catalog.ts';
import type { PublishedCatalog } from '../../db/repositories/catalog/catalog.ts';
import type { extensionsEnvironment } from '../agent-files/env.ts';
import { repeat } from '../repeat.ts';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { checkTypes } from '../../activities/own-tools/check-types.ts';
import { sourcesIn } from '../../activities/own-tools/source-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const remembered = join(root, 'node_modules', '.cache', 'baton', 'tool-types');
/** What decides about types beside the files themselves. */
const contract = [
  'contracts/own-tool.ts',
  'contracts/tools/tools.ts',
  'contracts/base/json.ts',
  'package.json',
  'tsconfig.json',
];

/**
 * What TypeScript has against the tools of a folder. It takes seconds, so that what was found of the same texts is
 * remembered.
 * @returns undefined where TypeScript is not installed, or did not come to its end.
 */
export async function rememberedTypeProblems(
  folder: string,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<FileProblem[] | undefined> {
  const memory = join(remembered, `${await hashOf(folder)}.json`);
  const known = await readFile(memory, 'utf8')
    .then((text) => JSON.parse(text) as FileProblem[])
    // Nothing is remembered yet, or only in part.
    .catch(() => undefined);
  if (known) return known;
  const found = await checkTypes(folder, files, signal);
  if (!found) return undefined;
  await mkdir(remembered, { recursive: true })
    .then(() => writeFile(memory, JSON.stringify(found)))
    // Where nothing can be written, they are checked at each start.
    .catch(() => undefined);
  return found;
}

async function hashOf(folder: string): Promise<string> {
  const files = [...(await sourcesIn(folder)), ...contract.map((file) => join(root, file))];
  const hash = createHash('sha256').update(folder);
  for (const file of files) {
    hash.update(`\0${file}\0`).update(await readFile(file).catch(() => ''));
  }
  return hash.digest('hex');
}

type Published = Pick<PublishedCatalog, 'tools' | 'toolFiles' | 'toolProblems' | 'mcpServers'>;

/** The tools that do not come with Baton: those of the user's own files, and those of MCP servers. */
export type ToolSourcesOpen = {
  /** What the API is to know of all tools now. */
  published(): Published;
  /** Keeps up with files and servers, and publishes what changes. */
  watch(): { stop(): Promise<void> };
  /** Ends the threads of tools and the connections to servers. */
  stop(): Promise<void>;
};

/**
 * Adds the tools of files and of MCP servers to those that Baton has.
 * @param options.log is told of what is read, and of each mistake.
 */
export async function openToolSources(options: {
  db: Database;
  environment: z.output<typeof extensionsEnvironment> &
    z.output<typeof mcpEnvironment> &
    Pick<z.output<typeof networkEnvironment>, 'BATON_NETWORK_HOSTS'>;
  tools: ToolExecutor & ToolSources<unknown>;
  network: Network;
  log: (event: object) => void;
  onError: (error: unknown) => void;
  pauseMs?: number;
}): Promise<ToolSourcesOpen> {
  const { db, environment, tools, network, log, onError, pauseMs = 1_000 } = options;
  const folder = join(environment.BATON_EXTENSIONS, 'tools');
  const own = createOwnTools({ folder, taken: tools.list().map(({ name }) => name), network });
  const guarded = createGuardedFetch({
    allowedHosts: environment.BATON_NETWORK_HOSTS,
    ports: 'any',
    hostsSetting: 'BATON_NETWORK_HOSTS',
  });
  const stopping = new AbortController();
  let hasChanged = false;
  const mcp = await openMcp({
    path: environment.BATON_MCP_FILE,
    fetch: guarded.fetch,
    onChange: () => (hasChanged = true),
  });

  let loaded: LoadedTools = { tools: [], files: {}, problems: [] };
  /** What TypeScript has found, and the state of the files of which it has. */
  let types: { state: string; problems: FileProblem[] } = { state: '', problems: [] };
  let state = '';

  async function readFiles(now: string): Promise<void> {
    state = now;
    loaded = await own.read();
    log({ event: 'tool files read', tools: loaded.files });
    tellOf(loaded.problems);
    apply();
  }

  function apply(): void {
    const wrong = new Set(types.problems.map(({ file }) => file));
    const fit = loaded.tools.filter(({ id }) => !wrong.has(loaded.files[id] ?? ''));
    tools.replaceTools('files', fit, fileProblems());
    tools.replaceTools('mcp', mcp.tools());
  }

  /** What is wrong with files, with the tool that is not there for it. */
  function fileProblems(): FileProblem[] {
    const byFile = new Map(loaded.tools.map(({ id, name }) => [loaded.files[id], name]));
    const ofTypes = types.problems.map((problem) => {
      const tool = byFile.get(problem.file);
      return tool === undefined ? problem : { ...problem, tool };
    });
    return [...loaded.problems, ...ofTypes];
  }

  function tellOf(problems: FileProblem[]): void {
    for (const problem of problems) {
      log({ event: 'tool file is not valid', problem: fileProblemText(problem) });
    }
  }

  function published(): Published {
    const problem = mcp.problem();
    const ofMcp = {
      file: environment.BATON_MCP_FILE ?? '',
      line: 1,
      column: 1,
      path: '',
      message: problem ?? '',
      fix: 'fix the file',
    };
    return {
      tools: tools.list(),
      toolFiles: loaded.files,
      toolProblems: [...fileProblems(), ...(problem === undefined ? [] : [ofMcp])],
      mcpServers: mcp.states(),
    };
  }

  /** They take seconds, so that tools are there before, and are taken back where their types are wrong. */
  async function recheck(of: string): Promise<void> {
    const files = Object.values(loaded.files);
    const problems = await rememberedTypeProblems(folder, files, stopping.signal);
    if (stopping.signal.aborted) return;
    types = { state: of, problems: problems ?? [] };
    tellOf(types.problems);
    hasChanged = true;
  }

  await readFiles(await own.state());
  return {
    published,
    watch: () => {
      const watching = repeat({
        pauseMs,
        onError,
        async task() {
          await mcp.look();
          const now = await own.state();
          if (now !== state) {
            types = { state: '', problems: [] };
            await readFiles(now);
            hasChanged = true;
          }
          if (types.state !== state) await recheck(state);
          if (!hasChanged) return;
          hasChanged = false;
          apply();
          await catalogRepository(db).publishTools(published());
        },
      });
      return {
        async stop() {
          stopping.abort();
          await watching.stop();
        },
      };
    },
    async stop() {
      await mcp.stop();
      await own.stop();
      await guarded.close();
    },
  };
}
