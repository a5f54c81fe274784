import { readFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { MalformedPipeline, parsePipeline } from '../../api/parse-pipeline.ts';
import { coerceInput } from '../../contracts/input.ts';
import { isJsonObject } from '../../contracts/json.ts';
import type { JsonObject, JsonSchema } from '../../contracts/json.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../client/context.ts';
import { CommandError, exitCodes } from '../client/errors.ts';
import { exitCodeOf } from '../client/outcome.ts';
import { watchRun } from '../client/watch-run.ts';
import { withClient } from './action.ts';

type Options = {
  input: Record<string, string>;
  inputJson?: string;
  watch?: boolean;
  json?: boolean;
};

/** `baton run PIPELINE|FILE`: starts a run, and watches it where that is wanted. */
export function addRun(program: Command, context: Context): void {
  program
    .command('run')
    .description('start a run of a stored pipeline, or of a document in a file')
    .argument('<pipeline>', 'name of a stored pipeline, or a .yaml or .json file')
    .option('-i, --input <name=value>', 'one value of the input; can be repeated', collect, {})
    .option('--input-json <file>', 'the input as JSON, from a file or - for standard input')
    .option('-w, --watch', 'show what happens until the run ends')
    .option('--json', 'print the run as JSON; with --watch, once it has ended')
    .action((pipeline: string, options: Options) =>
      withClient(context, async (client) => {
        const { print, warn, colors } = context;
        const { watch = false, json = false } = options;
        const source = await readSource(client, pipeline);
        const input = {
          ...(await readInputJson(context, options.inputJson)),
          ...coerceInput(source.inputs, options.input),
        };
        const run = await client.startRun({ ...source.request, input });
        if (!json) {
          const done = run.notice ? 'is stored' : 'started';
          const url = run.temporalUrl ? `   ${colors.dim(run.temporalUrl)}` : '';
          print(`${colors.bold(run.id)} ${done}${url}`);
        }
        if (run.notice) warn(run.notice);
        if (!watch) {
          if (json) print(JSON.stringify(run, undefined, 2));
          else print(`Watch it: npx baton show ${run.id} --watch`);
          return exitCodes.completed;
        }
        const ended = await watchRun(client, context, run.id, { print: json ? warn : print });
        if (json) print(JSON.stringify(ended, undefined, 2));
        return exitCodeOf(ended);
      }),
    );
}

function collect(text: string, before: Record<string, string>): Record<string, string> {
  const separator = text.indexOf('=');
  if (separator < 1) {
    throw new InvalidArgumentError('Write name=value, such as symbol=SPX.');
  }
  return { ...before, [text.slice(0, separator)]: text.slice(separator + 1) };
}

type Source = {
  request: { pipeline: string } | { document: JsonObject };
  /** JSON Schema that the input is read by. */
  inputs: JsonSchema;
};

async function readSource(client: ApiClient, pipeline: string): Promise<Source> {
  if (!/\.(ya?ml|json)$|\//.test(pipeline)) {
    const { inputs } = await client.pipeline(pipeline);
    return { request: { pipeline }, inputs };
  }
  const document = await readDocument(pipeline);
  const { inputs } = document;
  return { request: { document }, inputs: isJsonObject(inputs) ? inputs : {} };
}

async function readDocument(file: string): Promise<JsonObject> {
  try {
    const document = parsePipeline(await readText(file));
    if (isJsonObject(document)) return document;
  } catch (error) {
    if (!(error instanceof MalformedPipeline)) throw error;
    throw new CommandError(`${file} cannot be read: ${error.message}`);
  }
  throw new CommandError(`${file} is no pipeline: write an object with name, nodes and edges`);
}

async function readInputJson(context: Context, file: string | undefined): Promise<JsonObject> {
  if (file === undefined) return {};
  const text = file === '-' ? await context.readInput() : await readText(file);
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch (error) {
    const reason = (error as SyntaxError).message;
    throw new CommandError(`--input-json is not JSON: ${reason}`, exitCodes.usage);
  }
  throw new CommandError(
    '--input-json must be an object, such as {"symbol": "SPX"}',
    exitCodes.usage,
  );
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, exitCodes.usage);
  }
}
