import { relative, resolve, sep } from 'node:path';
import { stringify } from 'yaml';
import { agentHash } from '../../contracts/agents/agent-hash.ts';
import { agentSchema } from '../../contracts/agents/profile.ts';
import { deployedLine, readDeployedMark } from '../../contracts/documents/deployed-mark.ts';
import { pipelineHash } from '../../contracts/pipelines/compile.ts';
import { pipelineSchema } from '../../contracts/pipelines/pipeline.ts';
import type { FieldProblem, StoredPipeline } from '../../contracts/api/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import type { ApiClient } from './api-client.ts';
import type { Context } from './context.ts';
import { CommandError, RequestRefused } from './errors.ts';

export type DeployOptions = { force?: boolean; note?: string };
type Describe = (problems: readonly FieldProblem[]) => string[];

export type Named = JsonObject & { name: string };

/** Stores an agent that a file defines. @throws {CommandError} where somebody has changed it elsewhere. */
export async function deployAgent(
  client: ApiClient,
  { print }: Pick<Context, 'print'>,
  { agent, file }: { agent: Named; file: string },
  { force = false }: DeployOptions,
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

/**
 * Stores a pipeline that a file defines.
 * @param deployed.written its text, where it is kept as its author wrote it.
 * @param deployed.describe says where in the file mistakes are.
 * @throws {CommandError} where it has mistakes, or somebody has changed it elsewhere.
 */
export async function deployPipeline(
  client: ApiClient,
  { print }: Pick<Context, 'print'>,
  {
    pipeline,
    file,
    describe,
    written = stringify(pipeline, { lineWidth: 100 }),
  }: { pipeline: Named; file: string; describe: Describe; written?: string },
  { force = false, note }: DeployOptions,
): Promise<void> {
  const { name } = pipeline;
  const hash = await pipelineHash(pipelineSchema.parse(pipeline));
  const stored = await storedPipeline(client, name);
  const version = hash.slice(0, 12);
  const deployed = stored && readDeployedMark(stored.text)?.hash;
  if (stored?.hash === hash && deployed === hash) return tell('is unchanged', stored.liveHash);
  if (stored && !force && stored.hash !== hash && deployed !== stored.hash) {
    throw new CommandError(
      `Pipeline ${name} was not deployed from a file, or has changed since. Copy what you want to keep into ${file}, ` +
        'then replace it with --force.',
    );
  }
  const text = deployedLine({ hash, file: shownFile(file) }) + written;
  const { liveHash } = await client
    .putPipeline(name, text, stored?.revision, { note })
    .catch((error: unknown) => {
      if (!(error instanceof RequestRefused) || error.errors.length === 0) throw error;
      throw new CommandError(describe(error.errors).join('\n'));
    });
  // Only the line that says where it is kept has changed: whoever took a change into the file goes on from there.
  if (stored?.hash === hash) return tell('is unchanged', liveHash);
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

/** The file as others find it: from the folder that is worked in, where it is in there. */
export function shownFile(file: string): string {
  const inside = relative('', file);
  return (inside.startsWith('..') ? resolve(file) : inside).split(sep).join('/');
}
