import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { coerceInput } from '../../contracts/input.ts';
import { isJsonObject } from '../../contracts/json.ts';
import type { JsonObject, JsonSchema } from '../../contracts/json.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../client/context.ts';
import { CommandError, RequestRefused, exitCodes } from '../client/errors.ts';
import { followRun } from '../client/follow-run.ts';
import { readPipelineFile, readText } from '../client/pipeline-file.ts';
import type { PipelineFile } from '../client/pipeline-file.ts';
import { addStartOptions } from '../client/start-options.ts';
import type { StartOptions } from '../client/start-options.ts';
import { withClient } from './action.ts';

type Options = StartOptions & { input: Record<string, string>; inputJson?: string };

/** `baton run PIPELINE|FILE`: starts a run, and watches it where that is wanted. */
export function addRun(program: Command, context: Context): void {
  const command = program
    .command('run')
    .description('start a run of a stored pipeline, or of a document in a file')
    .argument('<pipeline>', 'name of a stored pipeline, or a .yaml or .json file')
    .option('-i, --input <name=value>', 'one value of the input; can be repeated', collect, {})
    .option('--input-json <file>', 'the input as JSON, from a file or - for standard input');
  addStartOptions(command).action((pipeline: string, options: Options) =>
    withClient(context, async (client) => {
      const { budget, priority, user } = options;
      const source = await readSource(client, context, pipeline);
      const input = {
        ...(await readInputJson(context, options.inputJson)),
        ...coerceInput(source.inputs, options.input),
      };
      const run = await client
        .startRun({ ...source.request, input, budgetUsd: budget, priority, user })
        .catch((error: unknown) => refuse(error, source));
      return followRun(client, context, run, options);
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
  /** Left out for a stored pipeline. */
  file?: PipelineFile;
};

async function readSource(client: ApiClient, context: Context, pipeline: string): Promise<Source> {
  if (!/\.(ya?ml|json)$|\//.test(pipeline)) {
    const { inputs } = await client.pipeline(pipeline);
    return { request: { pipeline }, inputs };
  }
  const file = await readPipelineFile(pipeline, context);
  const { document } = file;
  if (!isJsonObject(document)) {
    throw new CommandError(
      `${pipeline} is no pipeline: write an object with name, nodes and edges`,
    );
  }
  const { inputs } = document;
  return { request: { document }, inputs: isJsonObject(inputs) ? inputs : {}, file };
}

const inDocument = /^document\.?/;

/** Mistakes of the document in a file are told with their places in that file. */
function refuse(error: unknown, { file }: Source): never {
  const errors = error instanceof RequestRefused ? error.errors : [];
  if (!file || !errors.some(({ path }) => inDocument.test(path))) throw error;
  const problems = errors.map((found) => ({ ...found, path: found.path.replace(inDocument, '') }));
  throw new CommandError(file.describe(problems).join('\n'));
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
