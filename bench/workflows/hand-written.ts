import type { RunToolInput } from '../../contracts/activities/index.ts';
import type { Output } from '../../contracts/base/artifact.ts';
import type { Json } from '../../contracts/base/json.ts';
import { localRecords, tools } from '../../workflows/proxies.ts';

export type HandWrittenInput = { runId: string; steps: number; value: Json };

const { runTool } = tools();

/** Tools one after another, each given what the one before it gave: as one writes it without Baton. */
export async function sequence({ runId, steps, value }: HandWrittenInput): Promise<Output> {
  await localRecords.startRun({ runId });
  let output: Output = { value };
  for (let number = 1; number <= steps; number += 1) {
    output = await run({ runId, nodePath: `step_${number}`, value: output });
  }
  await localRecords.finishRun({ runId, status: 'completed', output, nodes: [] });
  return output;
}

/** Tools side by side, and what they gave. */
export async function fanOut({ runId, steps, value }: HandWrittenInput): Promise<Output> {
  await localRecords.startRun({ runId });
  const output = await Promise.all(
    Array.from({ length: steps }, (_, index) =>
      run({ runId, nodePath: `branch_${index + 1}`, value: { value } }),
    ),
  );
  await localRecords.finishRun({ runId, status: 'completed', output, nodes: [] });
  return output;
}

async function run(
  call: Pick<RunToolInput, 'runId' | 'nodePath'> & { value: Output },
): Promise<Output> {
  const { value, ...key } = call;
  const result = await runTool.executeWithOptions({ summary: `${key.nodePath} · no_op` }, [
    { ...key, step: 'tool', tool: 'no_op', args: { value } },
  ]);
  if (result.status !== 'completed') throw new Error('The tool gave no answer at once');
  return result.output;
}
