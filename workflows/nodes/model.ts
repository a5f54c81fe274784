import type { Output } from '../../contracts/base/artifact.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import { durationMs } from '../../contracts/base/duration.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { NodeOf } from '../../contracts/pipelines/nodes/index.ts';
import { askForBudget, budgetApprovalId } from '../calls/ask-for-budget.ts';
import { callModelUntilAnswered } from '../calls/call-model.ts';
import { failure, outOfTime } from '../errors.ts';
import { outageTerms } from './outage-terms.ts';
import { render } from '../payload.ts';
import { records } from '../proxies.ts';
import { createTimeLimit } from '../calls/time-limit.ts';
import { OutOfTime } from '../calls/working-time.ts';
import type { NodeContext, NodeRunner } from './runner.ts';

export const model: NodeRunner<'model'> = async (node, context) => {
  const { runId } = context.run;
  const { attempt } = context;
  const nodePath = attempt === 1 ? context.nodePath : `${context.nodePath}.try-${attempt}`;
  const conversationId = `${runId}/${nodePath}`;
  await openConversation(node, context, { conversationId, nodePath });
  let asked = 0;
  const { timeout } = node;
  const { output } = await callModelUntilAnswered(
    { runId, nodePath, step: 'turn-1', conversationId, turn: 1, toolChoice: 'finish' },
    {
      summary: `${node.id} · model call`,
      time: timeout === undefined ? undefined : createTimeLimit(durationMs(timeout)),
      outage: outageTerms(node, context.run),
      onOverBudget(over) {
        asked += 1;
        const approvalId = budgetApprovalId(runId, nodePath, asked);
        const asker = { approvalId, runId, nodePath, name: node.id, turn: 1 };
        return whileWaiting(context, () => askForBudget(over, asker, context.approvals));
      },
    },
  ).catch((error: unknown) => {
    throw error instanceof OutOfTime ? outOfTime(timeout) : error;
  });
  if (output === undefined) {
    throw failure({ type: 'NoAnswer', message: 'The model gave no answer.' });
  }
  // What a model makes of untrusted content is new: nobody has approved it.
  return { output: node.schema ? output : withText(output), ...markOf(context.taint) };
};

async function openConversation(
  node: NodeOf<'model'>,
  { run, nodePath: firstPath, scope, taint, attempt, continues }: NodeContext,
  { conversationId, nodePath }: { conversationId: string; nodePath: string },
): Promise<void> {
  // A later attempt continues the one before it.
  const earlierRun = attempt === 1 ? continues : run.runId;
  await records.openConversation.executeWithOptions({ summary: `${node.id} · open` }, [
    {
      runId: run.runId,
      nodePath,
      conversationId,
      agent: {
        name: node.id,
        role: node.title ?? 'Model',
        instructions: String(render(node.system ?? '', scope)),
        models: node.models ?? [],
        tools: [],
        delegates: [],
        planning: 'none',
        engine: 'react',
        memory: { enabled: false, required: false, top: 1, floor: 0 },
        failoverOnContentFilter: node.failoverOnContentFilter,
        limits: { turns: 1, time: node.timeout ?? '5m' },
      },
      task: String(render(node.prompt, scope)),
      delegates: {},
      budgets: run.budgets ?? [],
      ...markOf(taint),
      maximumOutputTokens: node.maximumOutputTokens,
      temperature: node.temperature,
      schema: node.schema,
      once: true,
      ...(earlierRun !== undefined && { continues: { runId: earlierRun, nodePath: firstPath } }),
    },
  ]);
}

/** An agent without a form delivers a report; a model node gives its text. */
function withText(output: Output): Output {
  return isJsonObject(output) && 'report' in output ? { text: output.report } : output;
}

async function whileWaiting(
  { state }: Pick<NodeContext, 'state'>,
  wait: () => Promise<void>,
): Promise<void> {
  state.status = 'waiting';
  try {
    await wait();
  } finally {
    state.status = 'running';
  }
}
