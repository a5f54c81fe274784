import { readFile } from 'node:fs/promises';
import { MalformedPipeline, parsePipeline } from '../../api/documents/parse-pipeline.ts';
import type { FieldProblem } from '../../contracts/api/index.ts';
import type { Json } from '../../contracts/base/json.ts';
import { readYaml } from '../../contracts/documents/read-yaml.ts';
import type { Context } from './context.ts';
import { lineInCode } from './code-place.ts';
import { CommandError, exitCodes } from './errors.ts';
import { isCodeFile, readCodePipeline } from './code-file.ts';
import { LineCounter, isMap, isScalar, isSeq, stringify } from 'yaml';
import type { ParsedNode } from 'yaml';

/** A pipeline document as its author wrote it. */
export type PipelineFile = {
  text: string;
  document: Json;
  /** Problems of the document as lines, each with its place in the file. */
  describe: (problems: readonly FieldProblem[]) => string[];
};

/**
 * Reads a pipeline document in YAML or JSON, or runs the file of code that defines one.
 * @param file a path, or `-` for standard input
 * @throws {CommandError} when there is no such file, or when it is neither YAML nor JSON.
 */
export async function readPipelineFile(
  file: string,
  { readInput }: Pick<Context, 'readInput'>,
): Promise<PipelineFile> {
  if (isCodeFile(file)) {
    const document = await readCodePipeline(file);
    const text = stringify(document);
    const code = await readText(file);
    return {
      text,
      document,
      describe: (problems) => codeProblemLines({ name: file, code, document }, problems),
    };
  }
  const name = file === '-' ? 'standard input' : file;
  const text = file === '-' ? await readInput() : await readText(file);
  try {
    const document = parsePipeline(text);
    return { text, document, describe: (problems) => problemLines({ name, text }, problems) };
  } catch (error) {
    if (!(error instanceof MalformedPipeline)) throw error;
    throw new CommandError(`${name} is not a valid document: ${error.message}`);
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

/**
 * Problems of a document in the order of its lines, such as
 * `my.yaml:14  nodes[5] (child).input: there is no field input; did you mean inputs?`
 * @param file.lineOf the line of a part, where the file has other lines than the text.
 */
export function problemLines(
  { name, text, lineOf }: { name: string; text: string; lineOf?: LineOf },
  problems: readonly FieldProblem[],
): string[] {
  const lineCounter = new LineCounter();
  const { contents } = readYaml(text, { lineCounter, prettyErrors: false });
  return problems
    .map(({ path, message, fix }) => {
      const parts = partsOf(path);
      const { offset, label } = findPlace(contents, parts);
      const line = lineOf?.(parts) ?? lineCounter.linePos(offset).line;
      const place = `${name}:${line}  ${label || 'document'}`;
      return { line, text: `${place}: ${[message, fix].filter(Boolean).join('; ')}` };
    })
    .toSorted((a, b) => a.line - b.line)
    .map((problem) => problem.text);
}

type LineOf = (parts: readonly (string | number)[]) => number;

/** The same for a document that a file of code defines: with the lines of the code. */
export function codeProblemLines(
  { name, code, document }: { name: string; code: string; document: Json },
  problems: readonly FieldProblem[],
): string[] {
  const lineOf: LineOf = (parts) => lineInCode(code, document, parts);
  return problemLines({ name, text: stringify(document), lineOf }, problems);
}

/** The parts of a path such as `nodes[5].input`: names, and positions in lists. */
function partsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([text, index]) =>
    index === undefined ? text : Number(index),
  );
}

/** The path with the ids of what it leads through, and where the last of it that is there begins. */
function findPlace(contents: ParsedNode | null, parts: readonly (string | number)[]) {
  let node: ParsedNode | null = contents;
  let offset = contents?.range[0] ?? 0;
  let label = '';
  for (const part of parts) {
    const entry = entryOf(node, part);
    offset = entry?.offset ?? offset;
    node = entry?.node ?? null;
    const id = typeof part === 'number' ? idOf(node) : undefined;
    label += typeof part === 'number' ? `[${part}]` : `${label && '.'}${part}`;
    if (id !== undefined) label += ` (${id})`;
  }
  return { offset, label };
}

function entryOf(node: ParsedNode | null, part: string | number) {
  if (isSeq<ParsedNode>(node) && typeof part === 'number') {
    const item = node.items[part];
    return item && { offset: item.range[0], node: item };
  }
  if (!isMap<ParsedNode, ParsedNode | null>(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === part);
  return pair && { offset: pair.key.range[0], node: pair.value };
}

function idOf(node: ParsedNode | null): string | undefined {
  const id: unknown = isMap(node) ? node.get('id') : undefined;
  return typeof id === 'string' ? id : undefined;
}
