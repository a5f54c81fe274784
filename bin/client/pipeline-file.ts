import { readFile } from 'node:fs/promises';
import { MalformedPipeline, parsePipeline } from '../../api/documents/parse-pipeline.ts';
import type { FieldProblem } from '../../contracts/api/index.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { Context } from './context.ts';
import { CommandError, exitCodes } from './errors.ts';
import { problemLines } from './problem-lines.ts';

/** A pipeline document as its author wrote it. */
export type PipelineFile = {
  text: string;
  document: Json;
  /** Problems of the document as lines, each with its place in the file. */
  describe: (problems: readonly FieldProblem[]) => string[];
};

/**
 * Reads a pipeline document in YAML or JSON.
 * @param file a path, or `-` for standard input
 * @throws {CommandError} when there is no such file, or when it is neither YAML nor JSON.
 */
export async function readPipelineFile(
  file: string,
  { readInput }: Pick<Context, 'readInput'>,
): Promise<PipelineFile> {
  const name = file === '-' ? 'standard input' : file;
  const text = file === '-' ? await readInput() : await readText(file);
  try {
    const document = parsePipeline(text);
    return { text, document, describe: (problems) => problemLines({ name, text }, problems) };
  } catch (error) {
    if (!(error instanceof MalformedPipeline)) throw error;
    throw new CommandError(`${name} cannot be read: ${error.message}`);
  }
}

/**
 * The text of a file.
 * @throws {CommandError} when it cannot be read.
 */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT' ? `file ${file} not found` : `${file} cannot be read: ${message}`;
    throw new CommandError(reason, exitCodes.usage);
  }
}
