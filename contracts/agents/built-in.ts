import { domains } from '../domains.ts';
import { agentSchema } from './profile.ts';
import type { AgentDefinition } from './profile.ts';

/** The agents that Baton ships, by name; each plans before it acts. */
export const builtInAgents: Record<string, AgentDefinition> = Object.fromEntries(
  domains
    .flatMap(({ agents }) => agents)
    .map((agent) => [agent.name, agentSchema.parse({ planning: 'model', ...agent })]),
);
