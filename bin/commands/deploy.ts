import type { Command } from 'commander';
import { stringify } from 'yaml';
import { pipelineHash } from '../../contracts/pipelines/compile.ts';
import { pipelineSchema } from '../../contracts/pipelines/pipeline.ts';
import type { StoredPipeline } from '../../contracts/api/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { readCodeFile } from '../client/code-file.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../client/context.ts';
import { CommandError, RequestRefused } from '../client/errors.ts';
import { withClient } from '../client/action.ts';

type Options = { force?: boolean };

/** `baton deploy FILE…`: stores the agents and pipelines that files of code define. */
export function addDeploy(program: Command, context: Context): void {
  program
    .command('deploy')
    .argument('<files...>', 'files of TypeScript that export pipelines and agents')
    .option('--force', 'also replace pipelines that were changed elsewhere')
    .action((files: string[], options: Options) =>
      withClient(context, async (client) => {
        for (const file of files) {
          const { agents, pipelines } = await readCodeFile(file);
          for (const agent of agents) await deployAgent(client, context, agent);
          for (const pipeline of pipelines) {
            await deployPipeline(client, context, { pipeline, file }, options);
          }
        }
      }),
    );
}

type Named = JsonObject & { name: string };

async function deployAgent(client: ApiClient, { print }: Context, agent: Named): Promise<void> {
  const { items } = await client.agents();
  const stored = items.find(({ name, source }) => name === agent.name && source === 'api');
  const { hash } = await client.putAgent(agent, stored?.hash);
  print(`agent ${agent.name} ${stored?.hash === hash ? 'is unchanged' : 'deployed'}`);
}

async function deployPipeline(
  client: ApiClient,
  { print }: Context,
  { pipeline, file }: { pipeline: Named; file: string },
  { force = false }: Options,
): Promise<void> {
  const { name } = pipeline;
  const hash = await pipelineHash(pipelineSchema.parse(pipeline));
  const stored = await storedPipeline(client, name);
  const version = hash.slice(0, 12);
  if (stored?.hash === hash) return print(`pipeline ${name} is unchanged (${version})`);
  if (stored && !force && deployedHash(stored.text) !== stored.hash) {
    throw new CommandError(
      `Pipeline ${name} was not deployed from code, or was changed since. Take what you want to keep into ${file}, ` +
        'then replace it with --force.',
    );
  }
  const text = `${deployedMark}${hash}\n${stringify(pipeline, { lineWidth: 100 })}`;
  await client.putPipeline(name, text, stored?.revision);
  print(`pipeline ${name} deployed (${version})`);
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
const deployedMark = '# Written in code. `baton deploy` replaces it. Deployed: ';

function deployedHash(text: string): string | undefined {
  const [first = ''] = text.split('\n', 1);
  return first.startsWith(deployedMark) ? first.slice(deployedMark.length) : undefined;
}
