import { fileProblemText } from '../contracts/agents/file-problem.ts';
import { agentGaps } from '../contracts/agents/gaps.ts';
import { gapText } from '../contracts/agents/gap.ts';
import { surroundingsOf } from '../contracts/agents/surroundings.ts';
import type { Database } from '../db/open.ts';
import { agentRepository } from '../db/repositories/agents/agents.ts';
import type { PublishedCatalog } from '../db/repositories/catalog/catalog.ts';

/** Mistakes in the files of tools and agents, and what agents of every source lack; one line each. */
export async function agentProblems(
  db: Database,
  published: Parameters<typeof surroundingsOf>[0] &
    Pick<PublishedCatalog, 'agents' | 'fileProblems' | 'toolProblems'>,
): Promise<string[]> {
  const stored = await agentRepository(db).list();
  const own = Object.fromEntries(stored.map(({ name, definition }) => [name, definition]));
  const agents = { ...own, ...published.agents };
  const around = surroundingsOf(published, agents);
  return [
    ...[...published.toolProblems, ...published.fileProblems].map(fileProblemText),
    ...Object.values(agents).flatMap((agent) =>
      agentGaps(agent, around).map((gap) => `Agent ${agent.name} cannot run: ${gapText(gap)}`),
    ),
  ];
}
