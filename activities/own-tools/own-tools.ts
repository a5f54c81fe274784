import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FileProblem } from '../../contracts/agents/file-problem.ts';
import type { Network } from '../network/network.ts';
import { createRedactor } from '../../telemetry/redactor.ts';
import type { Tool } from '../tool-kit/tool.ts';
import { LoadFailed, openToolThread } from './open-thread.ts';
import type { ToolThread } from './open-thread.ts';
import { sourcesIn, toolFilesIn } from './source-files.ts';
import { toTool } from './to-tool.ts';

/** The tools of a folder, and what is wrong with the files that give none. */
export type LoadedTools = {
  tools: Tool<unknown>[];
  /** The file of each tool, by its id. */
  files: Record<string, string>;
  problems: FileProblem[];
};

export type OwnTools = {
  /** Loads the files that have changed since the last time; the tools of the others stay as they are. */
  read(): Promise<LoadedTools>;
  /** A text that is another one after each change of a file. */
  state(): Promise<string>;
  stop(): Promise<void>;
};

/** A file that was looked at: its thread, or what is wrong with it. */
type Look = { state: string; thread?: ToolThread; problem?: FileProblem };

/** So many files are loaded at a time: one that never ends takes no time from the others. */
const lanes = [1, 2];
const exportFix =
  "export default defineTool({ … }) from 'baton', and run no other code when the file is loaded";

/**
 * The user's own tools: each file of a folder is loaded in a thread of its own and keeps it. What lies in folders beside
 * them may be imported by them.
 * @param options.taken names of tools that come with Baton.
 * @param options.redact takes secrets out of what is said of mistakes.
 */
export function createOwnTools(options: {
  folder: string;
  taken: readonly string[];
  network: Pick<Network, 'send'>;
  environment?: Record<string, string | undefined>;
  redact?: (text: string) => string;
  /** The longest that a file may take until it is loaded. @default 10_000 */
  loadMs?: number;
}): OwnTools {
  const { folder, taken, network, environment = process.env, loadMs = 10_000 } = options;
  const { redact = createRedactor(process.env).text } = options;
  const looks = new Map<string, Look>();
  const open = (file: string) =>
    openToolThread({ url: pathToFileURL(resolve(file)).href, loadMs, network });

  async function look(file: string, now: string): Promise<Look> {
    try {
      return { state: now, thread: await open(file) };
    } catch (error) {
      if (!(error instanceof LoadFailed)) throw error;
      const { line, column = 1, path, fix = exportFix } = error.place;
      const text = await readFile(file, 'utf8').catch(() => '');
      const place = line === undefined ? placeInSource(text, path) : { line, column };
      const problem = {
        file,
        ...place,
        path,
        message: redact(error.message),
        fix: redact(fix),
        tool: nameInSource(text) ?? basename(file, '.ts'),
      };
      return { state: now, problem };
    }
  }

  /** A thread that has crashed is followed by another. */
  async function threadOf(file: string): Promise<ToolThread> {
    const known = looks.get(file);
    if (known?.thread?.isAlive()) return known.thread;
    const thread = await open(file);
    if (known) known.thread = thread;
    return thread;
  }

  async function state(): Promise<string> {
    const files = await Promise.all(
      (await sourcesIn(folder)).map(async (file) => {
        const { mtimeMs, size } = await stat(file).catch(() => ({ mtimeMs: 0, size: 0 }));
        return [file, mtimeMs, size];
      }),
    );
    return JSON.stringify(files);
  }

  async function lookAtNext(waiting: string[], now: string): Promise<void> {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const before = looks.get(file);
      looks.set(file, await look(file, now));
      before?.thread?.retire();
    }
  }

  return {
    state,
    async read() {
      const files = await toolFilesIn(folder);
      const now = await state();
      const waiting = files.filter((file) => looks.get(file)?.state !== now);
      await Promise.all(lanes.map(() => lookAtNext(waiting, now)));
      for (const [file, { thread }] of looks) {
        if (files.includes(file)) continue;
        thread?.retire();
        looks.delete(file);
      }
      return gather(files);
    },
    async stop() {
      await Promise.all([...looks.values()].map(({ thread }) => thread?.stop()));
      looks.clear();
    },
  };

  async function gather(files: string[]): Promise<LoadedTools> {
    const loaded: LoadedTools = { tools: [], files: {}, problems: [] };
    const owners = new Map<string, string>();
    for (const file of files) {
      const { thread, problem } = looks.get(file) ?? {};
      if (problem) loaded.problems.push(problem);
      if (!thread) continue;
      const { spec } = thread;
      const id = `${spec.name}@${spec.version}`;
      const owner = taken.includes(spec.name) ? 'built into Baton' : owners.get(id);
      if (owner !== undefined) {
        const place = placeInSource(await readFile(file, 'utf8').catch(() => ''), 'name');
        const message = `tool ${spec.name} already exists, ${owner}`;
        const fix = 'choose another name';
        loaded.problems.push({ file, ...place, path: 'name', message, fix });
        continue;
      }
      owners.set(id, `in ${file}`);
      loaded.files[id] = file;
      loaded.tools.push(toTool(spec, () => threadOf(file), environment));
    }
    return loaded;
  }
}

/** The name that a tool's definition gives in its file, as far as the text shows it. */
export function nameInSource(text: string): string | undefined {
  return findFrom(definitionAt(text), text, /\bname\s*:\s*(['"`])(\w+)\1/g)?.[2];
}

/** Where a property of a tool's definition is written in its file: at its first key of that name, else at the export. */
export function placeInSource(text: string, path: string): { line: number; column: number } {
  const [key = ''] = path.split('.', 1);
  const ofKey = new RegExp(String.raw`\b${key}\b\s*[:(,]`, 'g');
  const found = key === '' ? undefined : findFrom(definitionAt(text), text, ofKey);
  return placeOf(text, found?.index ?? Math.max(0, text.search(/export\s+default|export\s*\{/)));
}

/** Past `defineTool(`, since what stands above it may have keys of the same names; 0 where it is not called. */
function definitionAt(text: string): number {
  const call = /\bdefineTool\s*[(<]/.exec(text);
  return call ? call.index + call[0].length : 0;
}

/** The first match from an index on; where there is none, the first of all. */
function findFrom(index: number, text: string, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = index;
  const after = pattern.exec(text);
  pattern.lastIndex = 0;
  return after ?? pattern.exec(text) ?? undefined;
}

function placeOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}
