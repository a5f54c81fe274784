import { agentSchema } from '../../contracts/agents/index.ts';
import type { AgentDefinition } from '../../contracts/agents/index.ts';
import type { Json, JsonObject } from '../../contracts/base/json.ts';
import type { CompiledPipeline } from '../../contracts/pipelines/pipeline.ts';
import type { NodeState, RunError } from '../../contracts/runs/run.ts';

// What is shown of a value that no key opens.

export const shownJson = (notice: string): Json => notice;

export const shownObject = (notice: string): JsonObject => ({ unreadable: notice });

export const shownList = (notice: string): string[] => [notice];

/** In the place of a list whose entries say nothing without their content. */
export const shownNone = (): never[] => [];

export const shownError = (notice: string): RunError => ({ type: 'Unreadable', message: notice });

export const shownNodes = (notice: string): NodeState[] => [
  { id: 'unreadable', kind: 'transform', status: 'skipped', error: shownError(notice) },
];

/** In the place of a time that is not known. */
export const shownTime = new Date(0).toISOString();

export const shownAgent = (notice: string): AgentDefinition =>
  agentSchema.parse({ name: 'unreadable', role: 'Unreadable', instructions: notice });

export const shownPipeline = (notice: string): CompiledPipeline['pipeline'] => ({
  name: 'unreadable',
  description: notice,
  inputs: {},
  nodes: [],
  edges: [],
});

export const shownCompiled = (notice: string): CompiledPipeline => ({
  hash: '',
  pipeline: shownPipeline(notice),
  pipelines: {},
  agents: {},
});
