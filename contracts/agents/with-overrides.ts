import type { NodeOf } from '../pipelines/nodes/index.ts';
import type { AgentDefinition } from './profile.ts';

/** The agent as its node in a pipeline wants it. */
export function withOverrides(agent: AgentDefinition, node: NodeOf<'agent'>): AgentDefinition {
  return {
    ...agent,
    tools: [...new Set(node.tools ?? agent.tools)],
    models: node.models ?? agent.models,
    failoverOnContentFilter: node.failoverOnContentFilter ?? agent.failoverOnContentFilter,
    engine: node.engine ?? agent.engine,
    delegates: [...new Set([...agent.delegates, ...node.delegates])],
    output: node.output ?? agent.output,
    limits: {
      ...agent.limits,
      turns: node.maximumTurns ?? agent.limits.turns,
      time: node.timeout ?? agent.limits.time,
    },
  };
}
