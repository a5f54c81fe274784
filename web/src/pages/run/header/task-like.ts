import type { RunView } from '../../../../../contracts/api/index.ts';
import type { TaskBefore } from '../../../components/runs/task/task-dialog.tsx';

/** What a task was given with, read from its run. */
export function taskLike({ agent, input, user, priority, budget, document }: RunView): TaskBefore {
  const { task } = input;
  const [node] = document.nodes;
  return {
    agent: agent ?? '',
    task: typeof task === 'string' ? task : '',
    user,
    priority,
    budget,
    timeLimit: node?.kind === 'agent' ? (node.timeout ?? '') : '',
  };
}
