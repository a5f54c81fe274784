import type { Command } from 'commander';
import { coerceInput } from '../../contracts/values/input.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json, JsonObject, JsonSchema } from '../../contracts/base/json.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../client/context.ts';
import { CommandError, RequestRefused } from '../client/errors.ts';
import { followRun } from '../client/follow-run.ts';
import { collectJson, collectValues, readJsonObject } from '../client/given-values.ts';
import type { GivenValues } from '../client/given-values.ts';
import { readPipelineFile } from '../client/pipeline-file.ts';
import type { PipelineFile } from '../client/pipeline-file.ts';
import { addStartOptions } from '../client/start-options.ts';
import type { StartOptions } from '../client/start-options.ts';
import { withClient } from '../client/action.ts';

type Options = StartOptions & {
  input: GivenValues;
  inputJson?: string;
  at?: string;
  only?: string;
  with?: string;
  output: Record<string, Json>;
};

/** `baton run PIPELINE|FILE`: starts a run, and watches it where that is wanted. */
export function addRun(program: Command, context: Context): void {
  const command = program
    .command('run')
    .argument('<pipeline>', 'name of a stored pipeline, or a .yaml, .json or .ts file')
    .option('-i, --input <name=value>', 'an input value; repeatable', collectValues, {})
    .option(
      '--at <version>',
      'a version of a stored pipeline, by number or hash; default: the live one',
    )
    .option('--input-json <file>', 'the input as JSON, from a file or - for standard input')
    .option(
      '--only <node>',
      'try this node alone, with the outputs of earlier nodes from the run in --with',
    )
    .option('--with <run>', 'the run that --only takes outputs and input from')
    .option(
      '-o, --output <node=json>',
      'with --only: an output to use for a node; repeatable',
      collectJson,
      {},
    );
  addStartOptions(command).action((pipeline: string, options: Options) =>
    withClient(context, async (client) => {
      const { at: version, budget, priority, user, inputJson } = options;
      requireFit(options);
      const source = await readSource(client, context, { pipeline, version });
      const input = {
        ...(inputJson !== undefined && (await readJsonObject(context, '--input-json', inputJson))),
        ...coerceInput(source.inputs, options.input),
      };
      const started =
        options.only === undefined
          ? client.startRun({
              ...source.request,
              version,
              input,
              budgetUsd: budget,
              priority,
              user,
            })
          : tryNode(client, source, { ...options, input });
      const run = await started.catch((error: unknown) => refuse(error, source));
      for (const { path, message, fix } of run.warnings) {
        context.warn(`${context.colors.yellow('warning')} ${path}: ${message}; ${fix}`);
      }
      return followRun(client, context, run, options);
    }),
  );
}

/** @throws {CommandError} where options do not go together. */
function requireFit({ at, only, with: runId, output, budget, priority, user }: Options): void {
  if (at !== undefined && only !== undefined) {
    throw new CommandError(
      '--only tries the node as the newest version has it, or a file. Omit --at, or name a file.',
    );
  }
  if (only === undefined && (runId !== undefined || Object.keys(output).length > 0)) {
    throw new CommandError('--with and --output need --only NODE.');
  }
  if (only !== undefined && [budget, priority, user].some((given) => given !== undefined)) {
    throw new CommandError(
      '--only uses the budget, priority and user of the run in --with. Omit these options.',
    );
  }
}

/** Runs one node with what another run has of the others. */
function tryNode(
  client: ApiClient,
  { request }: Source,
  {
    only,
    with: runId,
    input,
    output,
  }: Pick<Options, 'only' | 'with' | 'output'> & { input: JsonObject },
) {
  if (runId === undefined) {
    throw new CommandError('--only needs --with RUN: the run whose outputs the other nodes keep.');
  }
  const outputs = Object.keys(output).length > 0 && { outputs: output };
  const document = 'document' in request ? request : { pipeline: 'latest' as const };
  return client.retryRun(runId, { only, input, ...document, ...outputs });
}

type Source = {
  request: { pipeline: string } | { document: JsonObject };
  /** JSON Schema that the input is read by. */
  inputs: JsonSchema;
  /** Left out for a stored pipeline. */
  file?: PipelineFile;
};

async function readSource(
  client: ApiClient,
  context: Context,
  { pipeline, version = 'live' }: { pipeline: string; version?: string | undefined },
): Promise<Source> {
  if (!/\.(ya?ml|json|[cm]?[jt]s)$|\//.test(pipeline)) {
    const { document } =
      version === 'live'
        ? await client.pipeline(pipeline, { version })
        : await client.pipelineVersion(pipeline, version);
    return { request: { pipeline }, inputs: inputsOf(document) };
  }
  const file = await readPipelineFile(pipeline, context);
  const { document } = file;
  if (!isJsonObject(document)) {
    throw new CommandError(
      `${pipeline} is not a pipeline. Write an object with name, nodes and edges.`,
    );
  }
  return { request: { document }, inputs: inputsOf(document), file };
}

const inputsOf = ({ inputs }: JsonObject): JsonSchema => (isJsonObject(inputs) ? inputs : {});

const inDocument = /^document\.?/;

/** Mistakes of the document in a file are told with their places in that file. */
function refuse(error: unknown, { file }: Source): never {
  const errors = error instanceof RequestRefused ? error.errors : [];
  if (!file || !errors.some(({ path }) => inDocument.test(path))) throw error;
  const problems = errors.map((found) => ({ ...found, path: found.path.replace(inDocument, '') }));
  throw new CommandError(file.describe(problems).join('\n'));
}
