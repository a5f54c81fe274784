import { childKeyOf } from '../../contracts/pipelines/child-of.ts';
import { CancellationScope, isCancellation } from '@temporalio/workflow';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import { cutText } from '../../contracts/base/text.ts';
import { maximumItems } from '../../contracts/base/run-limits.ts';
import type { NodeOf } from '../../contracts/pipelines/nodes/index.ts';
import type { PartStatus } from '../../contracts/runs/run.ts';
import type { Taint } from '../../contracts/tools/taint.ts';
import { joinTaints, markOf } from '../../contracts/tools/taint.ts';
import { askForEffect, effectTerms } from './ask-for-effect.ts';
import { failure, inPart, overBudgetOf, taintOf, toRunError } from '../errors.ts';
import { render, requireFits } from '../payload.ts';
import { runToolUntilAnswered } from '../calls/run-tool.ts';
import { outageTerms } from './outage-terms.ts';
import { runChildPipeline } from './child-pipeline.ts';
import type { NodeContext, NodeResult, NodeRunner } from './runner.ts';

export const map: NodeRunner<'map'> = async (node, context) => {
  const common = sharedArgs(node, render(node.args, context.scope));
  const items = itemsOf(node, render(node.items, context.scope));
  const parts = items.map((): PartStatus => 'pending');
  context.state.parts = parts;
  const results: NodeResult[] = Array.from({ length: items.length });
  const marks: Taint[] = [];
  const unapproved: Taint[] = [];
  let next = 0;

  /** Runs one item after the other, until none is left. */
  async function work(): Promise<void> {
    while (next < items.length) {
      const index = next;
      next += 1;
      const item = items[index]!;
      const args = { ...common, ...item };
      parts[index] = 'running';
      results[index] = await runItem(node, context, { item, args, number: index + 1 }, (status) => {
        parts[index] = status;
      });
      if (parts[index] === 'running') parts[index] = 'completed';
      marks[index] = results[index].outside ?? [];
      unapproved[index] = results[index].unapproved ?? marks[index];
    }
  }

  await allOrCancel(Math.min(node.concurrency, items.length), work);
  const output = requireFits(results.map(({ output: one }) => one) as Json);
  return {
    output,
    ...markOf(joinTaints(...marks)),
    unapproved: joinTaints(...unapproved),
    overBudget: [...new Set(results.flatMap(({ overBudget = [] }) => overBudget))],
  };
};

function itemsOf({ id, tool, pipeline = '' }: NodeOf<'map'>, items: Json): JsonObject[] {
  if (!Array.isArray(items)) {
    throw failure({ type: 'InvalidInput', message: `The items of ${id} must be a list.` });
  }
  if (items.length > maximumItems) {
    throw failure({
      type: 'InvalidInput',
      message: `${id} has ${items.length} items; the limit is ${maximumItems}. Split the list.`,
    });
  }
  return items.map((item, index) => {
    if (isJsonObject(item)) return item;
    const what =
      tool === undefined
        ? `the input of one run of ${pipeline}`
        : `the arguments of one call of ${tool}`;
    const message =
      `item ${index + 1} of ${id} must be an object, ${what}, but is ${previewOf(item)}. ` +
      "Make objects of plain values, such as {{ inputs.cities.map(each, {'city': each}) }}.";
    throw failure({ type: 'InvalidInput', message });
  });
}

const previewOf = (value: Json) => cutText(JSON.stringify(value), 100);

function sharedArgs({ id }: NodeOf<'map'>, args: Json): JsonObject {
  if (isJsonObject(args)) return args;
  throw failure({ type: 'InvalidInput', message: `args of ${id} must be an object of arguments.` });
}

/**
 * The result of an item; if items may fail, the error in place of its output.
 * @param stopped is told how it ended, if not well.
 */
async function runItem(
  node: NodeOf<'map'>,
  context: NodeContext,
  item: { item: JsonObject; args: JsonObject; number: number },
  stopped: (status: PartStatus) => void,
): Promise<NodeResult> {
  try {
    return await (node.tool === undefined ? runPipeline : runTool)(node, context, item);
  } catch (error) {
    stopped(isCancellation(error) ? 'cancelled' : 'failed');
    if (isCancellation(error)) throw error;
    if (node.onItemError === 'fail') {
      throw inPart(error, `item ${item.number} of ${node.id}, ${previewOf(item.item)}`);
    }
    const { type, message } = toRunError(error);
    const account = overBudgetOf(error);
    return {
      output: { error: { type, message } },
      ...(account !== undefined && { overBudget: [account] }),
      ...markOf(taintOf(error)),
    };
  }
}

function runTool(
  node: NodeOf<'map'>,
  context: NodeContext,
  { args, number }: { args: JsonObject; number: number },
): Promise<NodeResult> {
  const { id, tool = '', retry, sideEffects } = node;
  const { run, nodePath } = context;
  const input = {
    runId: run.runId,
    nodePath,
    step: `item-${number}`,
    tool,
    args: { value: requireFits(args) },
    ...(context.continues !== undefined && { continues: context.continues }),
    ...effectTerms(sideEffects, context),
  };
  return runToolUntilAnswered(input, {
    summary: `${id} ${number} · ${tool}`,
    maximumAttempts: retry?.maximumAttempts,
    outage: outageTerms(node, run),
    isQuick: run.compiled.quickTools?.includes(tool),
    onApprovalDue: askForEffect(input, context),
  });
}

function runPipeline(
  node: NodeOf<'map'>,
  context: NodeContext,
  { args, number }: { args: JsonObject; number: number },
): Promise<NodeResult> {
  const { id } = node;
  const pipeline = childKeyOf(node) ?? '';
  const path = `${context.nodePath}.item-${number}`;
  const outage = outageTerms(node, context.run);
  return runChildPipeline({ id: `${id} ${number}`, path, pipeline, input: args, outage }, context);
}

/**
 * Runs a limited number of items at a time. The failure of one stops the others, and is thrown when they have
 * stopped.
 */
async function allOrCancel(count: number, work: () => Promise<void>): Promise<void> {
  const scope = new CancellationScope();
  let failed: { error: unknown } | undefined;
  const one = () =>
    work().catch((error: unknown) => {
      failed ??= { error };
      scope.cancel();
    });
  await scope.run(() => Promise.all(Array.from({ length: count }, one)));
  if (failed) throw failed.error;
}
