import { accountQueries } from '../trading/api/account.ts';
import { agentQueries } from './queries/agents.ts';
import { alertQueries } from '../trading/api/alert-queries.ts';
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
  ...accountQueries,
  ...agentQueries,
  ...alertQueries,
  ...approvalQueries,
  ...costQueries,
  ...healthQueries,
  ...notificationQueries,
  ...pipelineQueries,
  ...runQueries,
  ...toolQueries,
  ...userQueries,
};
