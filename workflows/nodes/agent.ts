import { withOverrides } from '../../contracts/agents/with-overrides.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import { agentBudgets } from '../agent/agent-budgets.ts';
import { agentNotFound, failure } from '../errors.ts';
import type { RunAgent } from '../agent/agent-run.ts';
import { otherAgents } from '../agent/other-agents.ts';
import { outageTerms } from './outage-terms.ts';
import { runChild } from '../children/run-child.ts';
import type { NodeRunner } from './runner.ts';
import { cutText } from '../../contracts/base/text.ts';
import { render } from '../payload.ts';
import type { JsonObject } from '../../contracts/base/json.ts';

/** A longer text names nothing: it is content. */
const longestName = 100;

export const agent: NodeRunner<'agent'> = async (
  node,
  { run, nodePath, attempt, scope, waits, taint, continues },
) => {
  const definition = run.compiled.agents[node.agent];
  if (!definition) {
    throw failure(agentNotFound(`Agent ${node.agent} not found in the run. Start a new run.`));
  }
  const path = attempt === 1 ? nodePath : `${nodePath}.try-${attempt}`;
  const task = String(render(node.task, scope));
  const { runId } = run;
  const earlierRun = attempt === 1 ? continues : runId;
  const result = await runChild<RunAgent>('runAgent', {
    runId,
    path,
    waits,
    agent: definition.name,
    staticSummary: `${node.id} · ${definition.role}`,
    staticDetails: cutText(task, 1_000),
    args: [
      {
        runId,
        nodePath: path,
        agent: withOverrides(definition, node),
        agents: otherAgents(run.compiled.agents, node.agent),
        task,
        budgets: agentBudgets(definition, { runId, nodePath }, run.budgets),
        ...markOf(taint),
        asked: shortTexts(run.input),
        ...(earlierRun !== undefined && { continues: { runId: earlierRun, nodePath } }),
        outage: outageTerms(node, run),
      },
    ],
  });
  return { output: result.output, ...markOf(result.outside) };
};

/** What an input names, such as a symbol. */
function shortTexts(input: JsonObject): Record<string, string> {
  const texts = Object.entries(input).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' && entry[1].length <= longestName,
  );
  return Object.fromEntries(texts);
}
