import type { Output } from '../../contracts/base/artifact.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json, JsonObject, JsonSchema } from '../../contracts/base/json.ts';
import { maximumDepth } from '../../contracts/base/run-limits.ts';
import { markOf } from '../../contracts/tools/taint.ts';
import { failure, tooDeep } from '../errors.ts';
import { runChild } from '../children/run-child.ts';
import type { OutageTerms, RunPipelineInput } from '../../contracts/runs/run-input.ts';
import type { NodeContext, NodeResult } from './runner.ts';

/**
 * The result that a child returns to its parent: its output, and the sources of untrusted content that it has read;
 * `unapproved` lists those that no person has approved in it. Earlier versions returned no sources, or also
 * `approved`, whether a person had approved anything in it.
 */
export type ChildPipelineResult = {
  output: Output;
  outside: string[];
  unapproved?: string[];
  approved?: true;
  /** The accounts of budgets that did not allow a call in it, after which it went on. */
  overBudget?: string[];
};

type RunPipeline = (run: RunPipelineInput) => Promise<Output>;

/**
 * Runs a pipeline that the run holds as a child, with its inputs' defaults.
 * @param child.path of the child, from the run's root.
 * @throws `PipelineNotFound`, `InvalidInput`, `TooDeep`.
 */
export async function runChildPipeline(
  child: { id: string; path: string; pipeline: string; input: Json; outage: OutageTerms },
  {
    run,
    waits,
    taint,
    unapproved,
    continues,
    nodePath,
    inside,
  }: Pick<
    NodeContext,
    'run' | 'waits' | 'taint' | 'unapproved' | 'continues' | 'nodePath' | 'inside'
  >,
): Promise<NodeResult> {
  const { id, path, input, outage } = child;
  const document = run.compiled.pipelines[child.pipeline];
  if (!document) {
    throw failure({
      type: 'PipelineNotFound',
      message: `Pipeline ${child.pipeline} not found in the run. Start a new run.`,
    });
  }
  if (!isJsonObject(input)) {
    throw failure({ type: 'InvalidInput', message: `The inputs of ${id} must be an object.` });
  }
  if (run.depth >= maximumDepth) {
    throw failure(
      tooDeep(`Pipelines can be nested ${maximumDepth} levels deep; ${path} is deeper.`),
    );
  }
  const result = await runChild<RunPipeline>('runPipeline', {
    runId: run.runId,
    path,
    waits,
    staticSummary: `${id} · ${document.title ?? document.name}`,
    args: [
      {
        ...run,
        retry: undefined,
        continues,
        continuesFrom: inside && path === nodePath + inside.item ? inside.from : undefined,
        path,
        pipeline: document,
        input: { ...defaultsOf(document.inputs), ...input },
        depth: run.depth + 1,
        outage,
        ...markOf(taint),
        // Content that came with the run may have been approved before this child.
        unapproved: [...unapproved],
      },
    ],
  });
  if (!isMarked(result)) return { output: result };
  const { output, outside, unapproved: left, overBudget } = result;
  return {
    output,
    ...(left && { unapproved: left }),
    ...(overBudget && { overBudget }),
    ...markOf(outside),
  };
}

/** A child that ended on an earlier version gave its output alone. */
function isMarked(result: Output | ChildPipelineResult): result is ChildPipelineResult {
  if (!isJsonObject(result) || !('output' in result) || !Array.isArray(result['outside'])) {
    return false;
  }
  const {
    output: _output,
    outside: _outside,
    unapproved = [],
    approved = true,
    overBudget = [],
    ...others
  } = result;
  if (approved !== true) return false;
  if (!Array.isArray(overBudget)) return false;
  return Array.isArray(unapproved) && Object.keys(others).length === 0;
}

/** The defaults that a pipeline's inputs name. */
function defaultsOf({ properties }: JsonSchema): JsonObject {
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    named.flatMap(([name, schema]) =>
      isJsonObject(schema) && schema['default'] !== undefined ? [[name, schema['default']]] : [],
    ),
  );
}
