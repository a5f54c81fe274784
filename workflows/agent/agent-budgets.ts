import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { Budget } from '../../contracts/models/budget.ts';

/**
 * The budgets that the calls of an agent are charged to: its own budget, and those of the agents that delegated to it
 * and of the loops around it.
 * @param place.nodePath of the task, the same however often it is tried.
 */
export function agentBudgets(
  { limits: { budget } }: AgentDefinition,
  { runId, nodePath }: { runId: string; nodePath: string },
  above: Budget[] = [],
): Budget[] {
  return budget ? [...above, { ...budget, account: `agent:${runId}/${nodePath}` }] : above;
}
