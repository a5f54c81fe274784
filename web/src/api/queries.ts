import { agentQueries } from './queries/agents.ts';
import { approvalQueries } from './queries/approvals.ts';
import { costQueries } from './queries/costs.ts';
import { healthQueries } from './queries/health.ts';
import { notificationQueries } from './queries/notifications.ts';
import { pipelineQueries } from './queries/pipelines.ts';
import { runQueries } from './queries/runs.ts';
import { toolQueries } from './queries/tools.ts';
import { userQueries } from './queries/users.ts';

/** One typed query a resource: a page asks for data by these alone. */
export const queries = {
  ...agentQueries,
  ...approvalQueries,
  ...costQueries,
  ...healthQueries,
  ...notificationQueries,
  ...pipelineQueries,
  ...runQueries,
  ...toolQueries,
  ...userQueries,
};
