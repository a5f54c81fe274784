import { compilePipeline } from '../../contracts/pipelines/compile.ts';
import { pipelineSchema } from '../../contracts/pipelines/pipeline.ts';
import type { PipelineDocument } from '../../contracts/pipelines/pipeline.ts';
import type { RunPipelineInput } from '../../contracts/runs/run-input.ts';

const toolName = 'no_op';

/** `count` tools, each given what the one before it gave. */
export function sequence(count: number): PipelineDocument {
  return {
    name: 'sequence',
    nodes: numbers(count).map((number) => ({
      id: `step_${number}`,
      kind: 'tool',
      tool: toolName,
      args: {
        value: number === 1 ? '{{ inputs.value }}' : `{{ nodes.step_${number - 1}.output.value }}`,
      },
    })),
    edges: numbers(count - 1).map((number) => ({
      from: `step_${number}`,
      to: `step_${number + 1}`,
    })),
  };
}

/** `count` tools side by side, all given the run's input, and a join of what they give. */
export function fanOut(count: number): PipelineDocument {
  const branches = numbers(count).map((number) => `branch_${number}`);
  return {
    name: 'fan-out',
    nodes: [
      ...branches.map((id) => ({
        id,
        kind: 'tool' as const,
        tool: toolName,
        args: { value: '{{ inputs.value }}' },
      })),
      { id: 'joined', kind: 'join' },
    ],
    edges: branches.map((id) => ({ from: id, to: 'joined' })),
  };
}

/** What a run of a document starts with, as the API would compile it. */
export async function compileRun(
  document: PipelineDocument,
): Promise<Omit<RunPipelineInput, 'runId'>> {
  const nothing = { pipelines: {}, agents: {}, tools: {} };
  const compiled = await compilePipeline(pipelineSchema.parse(document), nothing);
  return { path: '', compiled, input: { value: 1 }, depth: 0 };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
