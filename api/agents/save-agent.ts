import { agentHash } from '../../contracts/agents/agent-hash.ts';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { agentGaps, agentWarnings } from '../../contracts/agents/gaps.ts';
import { surroundingsOf } from '../../contracts/agents/surroundings.ts';
import type { AgentCheck } from '../../contracts/api/index.ts';
import type { Json } from '../../contracts/base/json.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { AgentRow } from '../../db/repositories/agents/agents.ts';
import { currentAgents } from '../catalog/catalog.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

type Sources = Pick<Services, 'agents' | 'catalog' | 'documents'>;

/** Every mistake of a draft, and what it would lack, without storing it. */
export async function checkDraft(services: Sources, draft: Json): Promise<AgentCheck> {
  const { problems, agent, around } = await checked(services, draft);
  const missing = agent ? agentGaps(agent, around) : [];
  const warnings = agent ? agentWarnings(agent, around) : [];
  const valid = problems.length === 0;
  return { valid, problems, ready: valid && missing.length === 0, missing, warnings };
}

/**
 * The agent that a sent definition is, with its defaults filled in.
 * @param name what it must be called; left out, what the definition says.
 * @throws {Problem} `invalid-agent` with every mistake; `shipped` or `kept-in-a-file` where its name is taken so.
 */
export async function readAgent(
  services: Sources,
  draft: Json,
  name?: string,
): Promise<AgentDefinition> {
  const said = isJsonObject(draft) ? draft['name'] : undefined;
  await requireOwnName(services, name ?? (typeof said === 'string' ? said : ''));
  const { problems, agent } = await checked(services, draft);
  if (agent && (name === undefined || name === agent.name)) return agent;
  const errors = agent
    ? [
        {
          path: 'name',
          message: `is ${agent.name}, but this URL is for ${name}`,
          fix: `write ${name}, or create a new agent ${agent.name} with POST /api/v1/agents`,
        },
      ]
    : problems;
  const count = errors.length === 1 ? '1 problem' : `${errors.length} problems`;
  throw new Problem('invalid-agent', `The agent has ${count}, listed in errors.`, errors);
}

/**
 * Stores an agent.
 * @param expected the hash that must be there for it, null for nothing.
 * @returns what is stored now; undefined where something else was there.
 */
export async function saveAgent(
  { agents }: Pick<Services, 'agents'>,
  { definition, ...how }: { definition: AgentDefinition; by: string; isDeployed?: boolean },
  expected: string | null,
): Promise<AgentRow | undefined> {
  return agents.put({ definition, hash: await agentHash(definition), ...how }, expected);
}

/**
 * Makes sure that an agent of a name is one that the API may change.
 * @throws {Problem} `shipped` for what comes with Baton, `kept-in-a-file` for what is a file.
 */
export async function requireOwnName(
  { agents, catalog }: Pick<Services, 'agents' | 'catalog'>,
  name: string,
) {
  // One that was there before the built-in one stays the user's.
  if (Object.hasOwn(builtInAgents, name) && !(await agents.get(name))) {
    throw new Problem(
      'shipped',
      `Agent ${name} is built in and cannot be changed. Create your own agent under another name.`,
    );
  }
  const files = (await catalog.get())?.agentFiles ?? {};
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  if (file === undefined) return;
  throw new Problem(
    'kept-in-a-file',
    `Agent ${name} is defined in ${file}. Change or remove that file; workers reload it without a restart.`,
  );
}

async function checked(services: Sources, draft: Json) {
  const { published, agents } = await currentAgents(services);
  const { tools, models, planners } = published;
  const around = surroundingsOf(published, agents);
  const found = await services.documents.checkAgent(draft, {
    tools: tools.map(({ name }) => name),
    agents: Object.keys(agents),
    planners,
    providers: models.providers && Object.keys(models.providers),
  });
  return { ...found, around };
}
