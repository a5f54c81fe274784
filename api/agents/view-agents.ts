import type { AgentView } from '../../contracts/api/index.ts';
import { agentHash } from '../../contracts/agents/agent-hash.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { agentGaps, agentWarnings } from '../../contracts/agents/gaps.ts';
import type { AgentSurroundings } from '../../contracts/agents/gaps.ts';
import { surroundingsOf } from '../../contracts/agents/surroundings.ts';
import { suggest } from '../../contracts/base/nearest.ts';
import { sentence } from '../../contracts/base/text.ts';
import type { AgentRow } from '../../db/repositories/agents/agents.ts';
import { currentAgents } from '../catalog/catalog.ts';
import { Problem } from '../base/problem.ts';
import type { Services } from '../services.ts';

type Sources = Pick<Services, 'agents' | 'catalog'>;

/** The agents of every source, by name, and what is wrong with files. */
export async function viewAgents(services: Sources) {
  const { published, stored, agents } = await currentAgents(services);
  const around = surroundingsOf(published, agents);
  const rows = new Map(stored.map((row) => [row.name, row]));
  const items = await Promise.all(
    Object.values(agents).map((agent) =>
      viewAgent(agent, around, {
        file: published.agentFiles[agent.name],
        row: rows.get(agent.name),
      }),
    ),
  );
  const { planners, fileProblems: problems } = published;
  return { items, nextCursor: null, planners, problems };
}

/**
 * One agent.
 * @throws {Problem} `not-found`, with the name that may be meant.
 */
export async function requireAgent(services: Sources, name: string): Promise<AgentView> {
  const { items } = await viewAgents(services);
  const agent = items.find((item) => item.name === name);
  if (agent) return agent;
  const hint = suggest(
    name,
    items.map((item) => item.name),
  );
  throw new Problem('not-found', `Agent ${name} not found. ${sentence(hint)}`);
}

async function viewAgent(
  agent: AgentDefinition,
  around: AgentSurroundings,
  { file, row }: { file: string | undefined; row: AgentRow | undefined },
): Promise<AgentView> {
  const missing = agentGaps(agent, around);
  const isOwn = row !== undefined && file === undefined;
  return {
    ...agent,
    source: isOwn ? 'api' : file === undefined ? 'built-in' : 'file',
    file: file ?? null,
    hash: await agentHash(agent),
    updatedAt: isOwn ? row.updatedAt.toISOString() : null,
    updatedBy: isOwn ? row.updatedBy : null,
    deployed: isOwn && row.deployedHash === row.hash,
    ready: missing.length === 0,
    missing,
    warnings: agentWarnings(agent, around),
  };
}
