import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { checkAgent } from '../../contracts/agents/check.ts';
import type { KnownNames } from '../../contracts/agents/check.ts';
import type { FileProblem } from '../../contracts/agents/file-problem.ts';
import type { Problem } from '../../contracts/values/problem.ts';
import { readAgentFile } from './read-agent-file.ts';
import type { AgentFile } from './read-agent-file.ts';

/** The agents of a folder, and what is wrong with the files that give none. */
export type LoadedAgents = {
  agents: Record<string, AgentDefinition>;
  /** The file of each agent. */
  files: Record<string, string>;
  problems: FileProblem[];
};

/** What files may name, and the names that agents of other sources have. */
export type AroundFiles = Omit<KnownNames, 'agents'> & { storedAgents: readonly string[] };

const isAgentFile = (name: string) => /\.(ya?ml|json)$/.test(name) && !name.startsWith('.');

/** The files of agents in a folder, in order; none where there is no such folder. */
export async function agentFilesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return names
    .filter(isAgentFile)
    .toSorted()
    .map((name) => join(folder, name));
}

/** Reads every file of a folder: each with mistakes is told of with all of them, the others are loaded. */
export async function readAgentFolder(folder: string, around: AroundFiles): Promise<LoadedAgents> {
  const read = await Promise.all((await agentFilesIn(folder)).map(readOne));
  const files = read.flatMap(({ file }) => (file ? [file] : []));
  const { storedAgents, ...known } = around;
  const written = files.flatMap(({ name }) => name ?? []);
  const agents = [...Object.keys(builtInAgents), ...storedAgents, ...written];
  const loaded: LoadedAgents = {
    agents: {},
    files: {},
    problems: read.flatMap(({ problem }) => (problem ? [problem] : [])),
  };
  for (const file of files) {
    const taken = takenName(file, loaded, storedAgents);
    const { problems, agent } = checkAgent(file.value, { ...known, agents });
    const found =
      file.unreadable.length > 0 ? file.unreadable : file.located([...taken, ...problems]);
    loaded.problems.push(...found);
    if (!agent || found.length > 0) continue;
    loaded.agents[agent.name] = agent;
    loaded.files[agent.name] = file.file;
  }
  return loaded;
}

async function readOne(path: string): Promise<{ file?: AgentFile; problem?: FileProblem }> {
  try {
    return { file: readAgentFile(path, await readFile(path, 'utf8')) };
  } catch (error) {
    // Gone between the look at the folder and the look at the file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    const message = error instanceof Error ? error.message : String(error);
    const fix = 'make the file readable for the worker, or remove it';
    return { problem: { file: path, line: 1, column: 1, path: '', message, fix } };
  }
}

function takenName(
  { name }: AgentFile,
  loaded: LoadedAgents,
  storedAgents: readonly string[],
): Problem[] {
  if (name === undefined) return [];
  const fix = 'choose another name';
  const owner = Object.hasOwn(builtInAgents, name)
    ? 'built into Baton'
    : storedAgents.includes(name)
      ? 'created through the API'
      : Object.hasOwn(loaded.files, name) && `in ${loaded.files[name]}`;
  return owner ? [{ path: 'name', message: `agent ${name} already exists, ${owner}`, fix }] : [];
}
