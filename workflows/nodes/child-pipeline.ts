import type { Output } from '../../contracts/base/artifact.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import type { Json, JsonObject, JsonSchema } from '../../contracts/base/json.ts';
import { maximumDepth } from '../../contracts/base/limits.ts';
import { markOf } from '../../contracts/tools/outside.ts';
import { failure } from '../errors.ts';
import { runChild } from '../children/run-child.ts';
import type { ChildPipelineResult, runPipeline } from '../graph/run-pipeline.ts';
import type { NodeContext, NodeResult } from './runner.ts';

/**
 * Runs a pipeline that the run holds as a child, with its inputs' defaults.
 * @param child.path of the child, from the run's root.
 * @throws `PipelineNotFound`, `InvalidInput`, `TooDeep`.
 */
export async function runChildPipeline(
  child: { id: string; path: string; pipeline: string; input: Json },
  {
    run,
    waits,
    outside,
    unapproved,
  }: Pick<NodeContext, 'run' | 'waits' | 'outside' | 'unapproved'>,
): Promise<NodeResult> {
  const { id, path, input } = child;
  const document = run.compiled.pipelines[child.pipeline];
  if (!document) {
    throw failure({ type: 'PipelineNotFound', message: `The run holds no ${child.pipeline}.` });
  }
  if (!isJsonObject(input)) {
    throw failure({ type: 'InvalidInput', message: `inputs of ${id} must be an object` });
  }
  if (run.depth >= maximumDepth) {
    throw failure({
      type: 'TooDeep',
      message: `Pipelines may be nested ${maximumDepth} deep; ${path} goes further.`,
    });
  }
  const result = await runChild<typeof runPipeline>('runPipeline', {
    runId: run.runId,
    path,
    waits,
    staticSummary: `${id} · ${document.title ?? document.name}`,
    args: [
      {
        ...run,
        path,
        pipeline: document,
        input: { ...defaultsOf(document.inputs), ...input },
        depth: run.depth + 1,
        ...markOf(outside),
        // What came with the run may have been approved before this child.
        unapproved: [...unapproved],
      },
    ],
  });
  return isMarked(result) ? { ...result, ...markOf(result.outside) } : { output: result };
}

/** A child that ended on an earlier version gave its output alone. */
function isMarked(result: Output | ChildPipelineResult): result is ChildPipelineResult {
  if (!isJsonObject(result) || !('output' in result) || !Array.isArray(result['outside'])) {
    return false;
  }
  const { output: _output, outside: _outside, unapproved = [], ...others } = result;
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
