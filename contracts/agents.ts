export { builtInAgents } from './agents/built-in.ts';
export { agentEngines, agentSchema } from './agents/profile.ts';
export type { AgentDefinition } from './agents/profile.ts';
