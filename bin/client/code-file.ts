import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { offerOwnPackages } from '../../activities/base/own-packages.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { CommandError, exitCodes } from './errors.ts';

/** Whether a file defines in code what it holds. */
export const isCodeFile = (file: string) => /\.[cm]?[jt]s$/.test(file);

/** What a file exports that `definePipeline` and `defineAgent` have made, each once, in the order of their names. */
export type CodeFile = Record<'pipelines' | 'agents', (JsonObject & { name: string })[]>;

const isNamed = (value: unknown): value is JsonObject & { name: string } =>
  isJsonObject(value) && typeof value['name'] === 'string';

/**
 * Runs a file of code and gives what it defines, which may be nothing.
 * @throws what the file throws.
 */
export async function definitionsIn(file: string): Promise<CodeFile> {
  offerOwnPackages();
  const found = (await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href)) as object;
  const exported = [...new Set<unknown>(Object.values(found))].filter(isNamed);
  return {
    pipelines: exported.filter(({ nodes }) => Array.isArray(nodes)),
    agents: exported.filter(
      ({ role, instructions }) => role !== undefined && instructions !== undefined,
    ),
  };
}

/**
 * Runs a file of code and gives what it defines.
 * @throws {CommandError} where it cannot be run, or defines nothing.
 */
export async function readCodeFile(file: string): Promise<CodeFile> {
  const found = await definitionsIn(file).catch((error: Error) => {
    const reason = error.name === 'WrongDefinition' ? error.message : String(error);
    throw new CommandError(`${file} cannot be loaded: ${reason}`);
  });
  if (found.pipelines.length + found.agents.length > 0) return found;
  throw new CommandError(
    `${file} exports no pipeline and no agent. Export what definePipeline or defineAgent returns.`,
    exitCodes.usage,
  );
}

/**
 * The pipeline that a file of code is run or checked as: its only one, or its default export.
 * @throws {CommandError} where there is none, or no one of several.
 */
export async function readCodePipeline(file: string): Promise<JsonObject> {
  const { pipelines } = await readCodeFile(file);
  const [only, ...others] = pipelines;
  if (only && others.length === 0) return only;
  const found = (await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href)) as {
    default?: unknown;
  };
  const chosen = pipelines.find((pipeline) => pipeline === found.default);
  if (chosen) return chosen;
  const fix = 'Make the one to use the default export.';
  throw new CommandError(`${file} exports ${pipelines.length} pipelines. ${fix}`, exitCodes.usage);
}
