import type { Priority } from '../../../../contracts/messages.ts';

export type Task = { description: string; priority: Priority; budgetUsd?: number | string };

/** What starts one agent on a task: a run whose pipeline is that agent. */
export function taskRequest(agent: { name: string; role: string }, task: Task) {
  const { description, priority, budgetUsd } = task;
  return {
    document: {
      name: `task-${agent.name.replaceAll('_', '-')}`,
      title: `Task: ${agent.role}`,
      inputs: {
        type: 'object',
        required: ['task'],
        properties: { task: { type: 'string', title: 'Task' } },
      },
      nodes: [
        {
          id: 'task',
          kind: 'agent',
          title: agent.role,
          agent: agent.name,
          task: '{{ inputs.task }}',
        },
      ],
      output: '{{ nodes.task.output }}',
    },
    input: { task: description },
    priority,
    ...(budgetUsd !== undefined && { budgetUsd }),
  };
}
