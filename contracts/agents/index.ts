export { builtInAgents } from './built-in.ts';
export { agentEngines, agentSchema } from './profile.ts';
export type { AgentDefinition } from './profile.ts';
