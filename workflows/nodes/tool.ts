import { durationMs } from '../../contracts/base/duration.ts';
import type { Output } from '../../contracts/base/artifact.ts';
import type { NodeOf } from '../../contracts/pipelines/nodes/index.ts';
import type { NextCall } from '../../contracts/pipelines/nodes/tool.ts';
import { joinTaints, markOf } from '../../contracts/tools/taint.ts';
import { askForEffect, effectTerms } from './ask-for-effect.ts';
import { outageTerms } from './outage-terms.ts';
import { render } from '../payload.ts';
import { runToolUntilAnswered } from '../calls/run-tool.ts';
import type { NodeContext, NodeRunner } from './runner.ts';

export const tool: NodeRunner<'tool'> = async (node, context) => {
  const time = nodeTime(node.timeout);
  const first = { id: node.id, tool: node.tool, args: node.args };
  if (!node.next) return runCall(first, { node, time, step: 'tool', context });
  const calls: Record<string, Output> = {};
  let taint: string[] = [];
  for (const call of [first, ...node.next]) {
    const step = call === first ? 'tool' : `tool.${call.id}`;
    const answer = await runCall(call, {
      node,
      time,
      step,
      context: {
        ...context,
        scope: { ...context.scope, calls: { ...calls } },
        unapproved: joinTaints(context.unapproved, taint),
      },
    });
    calls[call.id] = answer.output;
    taint = joinTaints(taint, answer.outside ?? []);
  }
  return { output: calls, ...markOf(taint) };
};

function runCall(
  { id, tool: name, args }: NextCall,
  options: { node: NodeOf<'tool'>; time: NodeTime; step: string; context: NodeContext },
) {
  const { node, time, step, context } = options;
  const { run, nodePath, scope } = context;
  const input = {
    runId: run.runId,
    nodePath,
    step,
    tool: name,
    args: { value: render(args, scope) },
    ...(context.continues !== undefined && { continues: context.continues }),
    ...effectTerms(node.sideEffects, context, { tool: name, args }),
  };
  return runToolUntilAnswered(input, {
    summary: `${id} · ${name}`,
    timeout: time.leftMs(),
    maximumAttempts: node.retry?.maximumAttempts,
    outage: outageTerms(node, run),
    isQuick: run.compiled.quickTools?.includes(name),
    onApprovalDue: askForEffect(input, context, time.pause),
  });
}

type NodeTime = ReturnType<typeof nodeTime>;

/** The time of a node, which stands still while a person is waited for. */
function nodeTime(timeout: string | undefined) {
  let end = timeout === undefined ? undefined : Date.now() + durationMs(timeout);
  return {
    /** What is left of it, in milliseconds; undefined where it has no limit. */
    leftMs: () => (end === undefined ? undefined : Math.max(1, end - Date.now())),
    pause(ms: number): void {
      if (end !== undefined) end += ms;
    },
  };
}
