import { domains } from '../domains.ts';
import { author } from './author.ts';
import { agentSchema } from './profile.ts';
import type { AgentDefinition } from './profile.ts';

const ofDomains = domains.flatMap(({ agents }) => agents);

/** The agents that Baton ships, by name; those of domains plan before they act. */
export const builtInAgents: Record<string, AgentDefinition> = Object.fromEntries(
  [...ofDomains.map((agent) => ({ planning: 'model', ...agent })), author].map((agent) => [
    agent.name,
    agentSchema.parse(agent),
  ]),
);
