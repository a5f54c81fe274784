import type { RunView } from '../../../contracts/api/index.ts';
import type { BudgetSettings } from '../../../contracts/models/budget.ts';
import type { Priority } from '../../../contracts/models/messages.ts';
import { queryClient } from './query-client.ts';
import { request } from './request.ts';

export type NewTask = {
  agent: string;
  task: string;
  priority: Priority;
  user?: string;
  budget?: BudgetSettings;
  budgetUsd?: number | string;
  timeLimit?: string;
};

/**
 * Gives an agent a task. Sent again under the same key, as after a cut connection, it starts no second one.
 * @throws {ApiProblem} 422 with what the agent lacks, or with every mistake.
 */
export async function giveTask(task: NewTask, key: string): Promise<RunView> {
  const run = await request<RunView>('/api/v1/tasks', {
    method: 'POST',
    body: task,
    headers: { 'idempotency-key': key },
  });
  void queryClient.invalidateQueries({ queryKey: ['tasks'] });
  return run;
}
