import { priorities } from '../../../../contracts/models/messages.ts';
import type { Priority } from '../../../../contracts/models/messages.ts';
import { runStatuses } from '../../../../contracts/runs/run.ts';
import type { RunStatus } from '../../../../contracts/runs/run.ts';

export type TaskSearch = {
  status?: RunStatus;
  agent?: string;
  user?: string;
  priority?: Priority;
};

/** The filter in the address; what is not one is left out. */
export function taskFilterOf(search: Record<string, unknown>): TaskSearch {
  const { status, agent, user, priority } = search;
  return {
    ...(runStatuses.includes(status as RunStatus) && { status: status as RunStatus }),
    ...(priorities.includes(priority as Priority) && { priority: priority as Priority }),
    ...(typeof agent === 'string' && agent && { agent }),
    ...(typeof user === 'string' && user && { user }),
  };
}
