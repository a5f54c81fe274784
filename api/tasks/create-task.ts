import type { AgentDefinition } from '../../contracts/agents/index.ts';
import { startRunSchema } from '../../contracts/api/index.ts';
import type { TaskRequest } from '../../contracts/api/index.ts';
import { entryOf } from '../../contracts/pipelines/catalog.ts';
import { suggest } from '../../contracts/base/nearest.ts';
import { sentence } from '../../contracts/base/text.ts';
import type { PipelineDocument } from '../../contracts/pipelines/pipeline.ts';
import { currentAgents } from '../catalog/catalog.ts';
import { Problem } from '../base/problem.ts';
import { createRun } from '../runs/create-run.ts';
import type { CreatedRun, Idempotency } from '../runs/earlier-run.ts';
import type { Services } from '../services.ts';

/**
 * Stores and starts the run that a task is.
 * @throws {Problem} where there is no such agent, or it lacks something that it needs.
 */
export async function createTask(
  services: Services,
  { agent: name, task, timeLimit, ...terms }: TaskRequest,
  idempotency: Idempotency,
): Promise<CreatedRun> {
  const agent = await requireAgent(services, name);
  const document = documentOf(agent, timeLimit);
  const request = startRunSchema.parse({ document, input: { task }, ...terms });
  return createRun(services, request, { agent: name, idempotency });
}

/** A pipeline of one agent. */
function documentOf({ name, role }: AgentDefinition, timeLimit: string | undefined) {
  return {
    name: 'task',
    title: `Task: ${role}`.slice(0, 120),
    inputs: {
      type: 'object',
      required: ['task'],
      properties: { task: { type: 'string', title: 'Task' } },
    },
    nodes: [
      {
        id: 'task',
        kind: 'agent',
        agent: name,
        title: role.slice(0, 120),
        task: '{{ inputs.task }}',
        ...(timeLimit !== undefined && { timeout: timeLimit }),
      },
    ],
    output: '{{ nodes.task.output }}',
  } satisfies PipelineDocument;
}

async function requireAgent(services: Services, name: string): Promise<AgentDefinition> {
  const { agents } = await currentAgents(services);
  const agent = entryOf(agents, name);
  if (agent) return agent;
  const fix = suggest(name, Object.keys(agents));
  throw new Problem('invalid-request', `Agent ${name} not found. ${sentence(fix)}`, [
    { path: 'agent', message: `agent ${name} not found`, fix },
  ]);
}
