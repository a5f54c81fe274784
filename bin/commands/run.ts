import type { Command } from 'commander';
import { coerceInput } from '../../contracts/values/input.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { JsonObject, JsonSchema } from '../../contracts/base/json.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../client/context.ts';
import { CommandError, RequestRefused } from '../client/errors.ts';
import { followRun } from '../client/follow-run.ts';
import { collectValues, readJsonObject } from '../client/given-values.ts';
import type { GivenValues } from '../client/given-values.ts';
import { readPipelineFile } from '../client/pipeline-file.ts';
import type { PipelineFile } from '../client/pipeline-file.ts';
import { addStartOptions } from '../client/start-options.ts';
import type { StartOptions } from '../client/start-options.ts';
import { withClient } from '../client/action.ts';

type Options = StartOptions & { input: GivenValues; inputJson?: string };

/** `baton run PIPELINE|FILE`: starts a run, and watches it where that is wanted. */
export function addRun(program: Command, context: Context): void {
  const command = program
    .command('run')
    .argument('<pipeline>', 'name of a stored pipeline, or a .yaml or .json file')
    .option('-i, --input <name=value>', 'an input value; repeatable', collectValues, {})
    .option('--input-json <file>', 'the input as JSON, from a file or - for standard input');
  addStartOptions(command).action((pipeline: string, options: Options) =>
    withClient(context, async (client) => {
      const { budget, priority, user, inputJson } = options;
      const source = await readSource(client, context, pipeline);
      const input = {
        ...(inputJson !== undefined && (await readJsonObject(context, '--input-json', inputJson))),
        ...coerceInput(source.inputs, options.input),
      };
      const run = await client
        .startRun({ ...source.request, input, budgetUsd: budget, priority, user })
        .catch((error: unknown) => refuse(error, source));
      for (const { path, message, fix } of run.warnings) {
        context.warn(`${context.colors.yellow('warning')} ${path}: ${message}; ${fix}`);
      }
      return followRun(client, context, run, options);
    }),
  );
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
      `${pipeline} is not a pipeline. Write an object with name, nodes and edges.`,
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
