import type { Command } from 'commander';
import { stringify } from 'yaml';
import { agentHash } from '../../contracts/agents/agent-hash.ts';
import { agentSchema } from '../../contracts/agents/profile.ts';
import { pipelineHash } from '../../contracts/pipelines/compile.ts';
import { pipelineSchema } from '../../contracts/pipelines/pipeline.ts';
import type { StoredPipeline } from '../../contracts/api/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { isCodeFile, readCodeFile } from '../client/code-file.ts';
import { readPipelineFile } from '../client/pipeline-file.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../client/context.ts';
import { CommandError, RequestRefused } from '../client/errors.ts';
import { withClient } from '../client/action.ts';

type Options = { force?: boolean; note?: string };

/** `baton deploy FILE…`: stores the agents and pipelines that files of code define, and the pipelines of other files. */
export function addDeploy(program: Command, context: Context): void {
  program
    .command('deploy')
    .argument(
      '<files...>',
      'pipelines as .yaml or .json, or .ts files that export pipelines and agents',
    )
    .option('--force', 'also replace pipelines and agents that were changed elsewhere')
    .option('--note <text>', 'what changed, for the list of versions')
    .action((files: string[], options: Options) =>
      withClient(context, async (client) => {
        for (const file of files) {
          if (!isCodeFile(file)) {
            await deployFile(client, context, file, options);
            continue;
          }
          const { agents, pipelines } = await readCodeFile(file);
          for (const agent of agents) await deployAgent(client, context, { agent, file }, options);
          for (const pipeline of pipelines) {
            await deployPipeline(client, context, { pipeline, file }, options);
          }
        }
      }),
    );
}

/** Stores a pipeline with the comments of its file. @throws {CommandError} that names its mistakes by line. */
async function deployFile(
  client: ApiClient,
  context: Context,
  file: string,
  options: Options,
): Promise<void> {
  const { text, document, describe } = await readPipelineFile(file, context);
  const { problems } = await client.validate(text);
  if (problems.length > 0) throw new CommandError(describe(problems).join('\n'));
  const pipeline = document as Named;
  // As it was written, but for the line that says from where; JSON has no comments.
  const isJson = text.trimStart().startsWith('{');
  const written = text.startsWith(deployedMark) ? text.slice(text.indexOf('\n') + 1) : text;
  await deployPipeline(client, context, { pipeline, file, ...(!isJson && { written }) }, options);
}

type Named = JsonObject & { name: string };

async function deployAgent(
  client: ApiClient,
  { print }: Context,
  { agent, file }: { agent: Named; file: string },
  { force = false }: Options,
): Promise<void> {
  const { items } = await client.agents();
  const stored = items.find(({ name, source }) => name === agent.name && source === 'api');
  if (stored && !stored.deployed && !force && !(await isSameAgent(agent, stored))) {
    const { updatedBy, updatedAt } = stored;
    throw new CommandError(
      `Agent ${agent.name} was not deployed from a file, or was changed since: ${updatedBy} stored it at ${updatedAt}. Take what you want ` +
        `to keep into ${file}, then replace it with --force.`,
    );
  }
  const { hash } = await client.putAgent(agent, stored?.hash, { deployed: true });
  print(`agent ${agent.name} ${stored?.hash === hash ? 'is unchanged' : 'deployed'}`);
}

async function isSameAgent(agent: Named, { hash }: { hash: string }): Promise<boolean> {
  const { data } = agentSchema.safeParse(agent);
  return data !== undefined && (await agentHash(data)) === hash;
}

async function deployPipeline(
  client: ApiClient,
  { print }: Context,
  {
    pipeline,
    file,
    written = stringify(pipeline, { lineWidth: 100 }),
  }: { pipeline: Named; file: string; written?: string | undefined },
  { force = false, note }: Options,
): Promise<void> {
  const { name } = pipeline;
  const hash = await pipelineHash(pipelineSchema.parse(pipeline));
  const stored = await storedPipeline(client, name);
  const version = hash.slice(0, 12);
  if (stored?.hash === hash) return tell('is unchanged', stored.liveHash);
  if (stored && !force && deployedHash(stored.text) !== stored.hash) {
    throw new CommandError(
      `Pipeline ${name} was not deployed from a file, or has changed since. Copy what you want to keep into ${file}, ` +
        'then replace it with --force.',
    );
  }
  const text = `${deployedMark}${hash}\n${written}`;
  const { liveHash } = await client.putPipeline(name, text, stored?.revision, { note });
  tell(liveHash === hash ? 'deployed' : 'saved', liveHash);

  function tell(done: string, live: string): void {
    if (live === hash) return print(`pipeline ${name} ${done} (${version})`);
    print(`pipeline ${name} ${done} (${version}); ${live.slice(0, 12)} stays live until`);
    print(`  npx baton promote ${name}`);
  }
}

async function storedPipeline(
  client: ApiClient,
  name: string,
): Promise<StoredPipeline | undefined> {
  try {
    return await client.pipeline(name);
  } catch (error) {
    if (error instanceof RequestRefused && error.status === 404) return undefined;
    throw error;
  }
}

/** The first line of what was deployed: whoever changes the pipeline elsewhere leaves another hash than that of the line. */
const deployedMark = '# Kept in a file. `baton deploy` replaces it. Deployed: ';

function deployedHash(text: string): string | undefined {
  const [first = ''] = text.split('\n', 1);
  return first.startsWith(deployedMark) ? first.slice(deployedMark.length) : undefined;
}
