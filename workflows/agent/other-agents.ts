import type { AgentDefinition } from '../../contracts/agents/index.ts';

/** The agents of a run but for one, which travels by itself: together they are no larger than the run. */
export function otherAgents(
  agents: Record<string, AgentDefinition>,
  name: string,
): Record<string, AgentDefinition> {
  const { [name]: _own, ...others } = agents;
  return others;
}
