import { join } from 'node:path';
import { readDeployments } from '../../../activities/models/deployments/read-deployments.ts';
import { describeModels } from '../../../activities/models/ask/model-directory.ts';
import { createModelRouter } from '../../../activities/models/ask/create-router.ts';
import { plannersIn } from '../../../activities/planning/planners.ts';
import { allTools } from '../../../workers/compose/all-tools.ts';
import { toolSettings } from '../../../activities/catalog/settings.ts';
import { toolSpecOf } from '../../../activities/tool-kit/tool.ts';
import { builtInAgents } from '../../../contracts/agents/index.ts';
import { agentGaps, agentWarnings } from '../../../contracts/agents/gaps.ts';
import type { AgentGap } from '../../../contracts/agents/gap.ts';
import { surroundingsOf } from '../../../contracts/agents/surroundings.ts';
import type { FileProblem } from '../../../contracts/agents/file-problem.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { readAgentFolder } from '../../../workers/agent-files/read-agent-folder.ts';
import { activityEnvironment } from '../../../workers/env.ts';
import { agreeingFix } from './agreeing-fix.ts';
import { createApiClient } from '../../client/api-client.ts';
import { CommandError } from '../../client/errors.ts';
import { serverAddress, serverKey } from '../../client/settings.ts';
import type { Check, Environment, Finding } from '../../client/finding.ts';

const what = 'Agents';

type Known = {
  problems: FileProblem[];
  agents: { name: string; missing: AgentGap[]; warnings: AgentGap[] }[];
};

/** Which agents can run, as the server knows them, or by the settings here where none answers. */
export const agents: Check = {
  what,
  async run(env) {
    const { problems, agents: all } = (await fromServer(env)) ?? (await fromSettings(env));
    const ready = all.filter(({ missing }) => missing.length === 0).map(({ name }) => name);
    return [
      {
        status: 'ok',
        what,
        detail: ready.length > 0 ? `${ready.join(', ')} can run` : 'none can run',
      },
      ...all.flatMap(({ name, missing }) =>
        missing.map((gap): Finding => {
          const detail = `${name} cannot run: ${gap.kind} ${gap.name} ${gap.message}`;
          return { status: 'warn', what, detail, fix: agreeingFix(gap.fix, env) };
        }),
      ),
      ...all.flatMap(({ name, warnings }) =>
        warnings.map((gap): Finding => {
          const detail = `${name} can run, but ${gap.kind} ${gap.name} ${gap.message}`;
          return { status: 'warn', what, detail, fix: agreeingFix(gap.fix, env) };
        }),
      ),
      ...problems.map(({ file, line, column, path, message, fix }): Finding => {
        const detail = `${file}:${line}:${column} ${path} ${message}`;
        return { status: 'fail', what, detail, fix };
      }),
    ];
  },
};

async function fromServer(env: Environment): Promise<Known | undefined> {
  try {
    const key = await serverKey(env);
    const { items, problems } = await createApiClient({
      address: serverAddress(env),
      key,
    }).agents();
    return { problems, agents: items };
  } catch (error) {
    // The check of the server tells of it.
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

async function fromSettings(env: Environment): Promise<Known> {
  const environment = readEnvironment(activityEnvironment, env);
  const deployments = await readDeployments(environment.BATON_DEPLOYMENTS, env);
  const router = await createModelRouter(environment, { deployments });
  const { providers } = describeModels(router, {}, deployments);
  const settings = await toolSettings(environment, { ...router, keys: environment });
  const folder = join(environment.BATON_EXTENSIONS, 'agents');
  const planners = await plannersIn(folder).check();
  const shipped = await allTools();
  const loaded = await readAgentFolder(folder, {
    tools: shipped.map(({ name }) => name),
    providers: Object.keys(providers),
    planners: planners.names,
    storedAgents: [],
  });
  const all = { ...loaded.agents, ...builtInAgents };
  const around = surroundingsOf(
    {
      tools: shipped.map((tool) => toolSpecOf(tool, settings)),
      plan: environment.BATON_PLAN,
      allowedTools: environment.BATON_ALLOWED_TOOLS ?? null,
      sideEffects: environment.BATON_AGENT_SIDE_EFFECTS,
      planners: planners.names,
      // Its own check tells of a store that is configured and not there.
      memoryMissing: null,
      models: { chain: router.defaultChain, providers },
    },
    all,
  );
  return {
    problems: [...loaded.problems, ...planners.problems],
    agents: Object.values(all).map((agent) => ({
      name: agent.name,
      missing: agentGaps(agent, around),
      warnings: agentWarnings(agent, around),
    })),
  };
}
