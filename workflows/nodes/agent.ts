import type { AgentDefinition } from '../../contracts/agents.ts';
import type { NodeOf } from '../../contracts/nodes/index.ts';
import { agentBudgets } from '../agent-budgets.ts';
import { failure } from '../errors.ts';
import type { runAgent } from '../run-agent.ts';
import { runChild } from '../run-child.ts';
import type { NodeRunner } from './runner.ts';
import { cutText } from '../../contracts/text.ts';
import { render } from '../payload.ts';

/** The agent as its node wants it. */
function withOverrides(agent: AgentDefinition, node: NodeOf<'agent'>): AgentDefinition {
  return {
    ...agent,
    tools: node.tools ?? agent.tools,
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

export const agent: NodeRunner<'agent'> = async (
  node,
  { run, nodePath, attempt, scope, waits },
) => {
  const definition = run.compiled.agents[node.agent];
  if (!definition) {
    throw failure({ type: 'AgentNotFound', message: `The run holds no agent ${node.agent}.` });
  }
  const path = attempt === 1 ? nodePath : `${nodePath}.try-${attempt}`;
  const task = String(render(node.task, scope));
  const { runId } = run;
  const result = await runChild<typeof runAgent>('runAgent', {
    runId,
    path,
    waits,
    staticSummary: `${node.id} · ${definition.role}`,
    staticDetails: cutText(task, 1_000),
    args: [
      {
        runId,
        nodePath: path,
        agent: withOverrides(definition, node),
        agents: run.compiled.agents,
        task,
        budgets: agentBudgets(definition, { runId, nodePath }),
        depth: 0,
      },
    ],
  });
  return { output: result.output };
};
