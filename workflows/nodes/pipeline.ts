import { isJsonObject } from '../../contracts/json.ts';
import type { JsonObject, JsonSchema } from '../../contracts/json.ts';
import { maximumDepth } from '../../contracts/limits.ts';
import { failure } from '../errors.ts';
import { runChild } from '../run-child.ts';
import type { runPipeline } from '../run-pipeline.ts';
import type { NodeRunner } from './runner.ts';
import { render } from '../payload.ts';

export const pipeline: NodeRunner<'pipeline'> = async (node, { run, nodePath, scope, waits }) => {
  const document = run.compiled.pipelines[node.pipeline];
  const input = render(node.inputs, scope);
  if (!document) {
    throw failure({ type: 'PipelineNotFound', message: `The run holds no ${node.pipeline}.` });
  }
  if (!isJsonObject(input)) {
    throw failure({ type: 'InvalidInput', message: `inputs of ${node.id} must be an object` });
  }
  if (run.depth >= maximumDepth) {
    throw failure({
      type: 'TooDeep',
      message: `Pipelines may be nested ${maximumDepth} deep; ${nodePath} goes further.`,
    });
  }
  const output = await runChild<typeof runPipeline>('runPipeline', {
    runId: run.runId,
    path: nodePath,
    waits,
    staticSummary: `${node.id} · ${document.title ?? document.name}`,
    args: [
      {
        ...run,
        path: nodePath,
        pipeline: document,
        input: { ...defaultsOf(document.inputs), ...input },
        depth: run.depth + 1,
      },
    ],
  });
  return { output };
};

/** The defaults that a pipeline's inputs name. */
function defaultsOf({ properties }: JsonSchema): JsonObject {
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  return Object.fromEntries(
    named.flatMap(([name, schema]) =>
      isJsonObject(schema) && schema['default'] !== undefined ? [[name, schema['default']]] : [],
    ),
  );
}
