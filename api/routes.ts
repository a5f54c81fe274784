import type { Right } from '../contracts/access/roles.ts';
import { accessLogRoutes } from './access/log-routes.ts';
import { identityRoutes } from './access/identity-routes.ts';
import { accessRoutes } from './access/routes.ts';
import { agentRoutes } from './agents/routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { backupRoutes } from './backups/routes.ts';
import { budgetRoutes } from './costs/budget-routes.ts';
import { costRoutes } from './costs/routes.ts';
import { healthAlertRoutes } from './costs/health-alert-routes.ts';
import { codecRoutes } from './codec/routes.ts';
import { deployRoutes } from './deploys/routes.ts';
import { domains } from './domains.ts';
import { exampleRoutes } from './requests/example-routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { chatRoutes } from './gateway/routes/chat.ts';
import { gatewayRoutes } from './gateway/routes/index.ts';
import { modelTestRoutes } from './gateway/routes/model-tests.ts';
import { healthRoutes } from './health/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { memoryRoutes } from './memory/routes.ts';
import { modelRoutes } from './models/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { pipelineRoutes } from './pipelines/routes.ts';
import { promotionRoutes } from './pipelines/promotion-routes.ts';
import { pipelineVersionRoutes } from './pipelines/version-routes.ts';
import { pruneRoutes } from './prune/routes.ts';
import { requestRoutes } from './requests/routes.ts';
import type { RoutePlugin } from './route-plugin.ts';
import { runRecordRoutes } from './runs/record-routes.ts';
import { runRoutes } from './runs/routes.ts';
import { openShareRoute } from './shares/open-route.ts';
import { shareRoutes } from './shares/routes.ts';
import { streamRoutes } from './streams/routes.ts';
import { taskRoutes } from './tasks/routes.ts';
import { auditRoutes } from './tools/audit-routes.ts';
import { toolCallRoutes } from './tools/call-routes.ts';
import { toolRoutes } from './tools/routes.ts';
import { eventRoutes } from './triggers/event-routes.ts';
import { hookRoutes } from './triggers/hook-routes.ts';
import { triggerRoutes } from './triggers/routes.ts';
import { viewRoutes } from './views/routes.ts';
import { userRoutes } from './users/routes.ts';

const api = '/api/v1';

type Group = {
  prefix: string;
  plugin: RoutePlugin;
  /** What `GET` needs, unless a route says otherwise. */
  read: Right;
  /** What other methods need, unless a route says otherwise. */
  change: Right;
};

/** Every route of the API, by what its path begins with, in the order of the documentation. */
export const routes: readonly Group[] = [
  { prefix: '', plugin: healthRoutes, read: 'read', change: 'administer' },
  { prefix: api, plugin: runRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: exportRoutes, read: 'read', change: 'administer' },
  { prefix: api, plugin: runRecordRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: shareRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: taskRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: notificationRoutes, read: 'read', change: 'read' },
  ...domains.map((domain): Group => ({
    prefix: api,
    plugin: domain.routes,
    read: 'read',
    change: 'operate',
  })),
  { prefix: api, plugin: approvalRoutes, read: 'read', change: 'decide' },
  { prefix: api, plugin: pipelineRoutes, read: 'read', change: 'write' },
  { prefix: api, plugin: pipelineVersionRoutes, read: 'read', change: 'write' },
  { prefix: api, plugin: promotionRoutes, read: 'read', change: 'write' },
  { prefix: api, plugin: triggerRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: eventRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: toolRoutes, read: 'read', change: 'write' },
  { prefix: api, plugin: agentRoutes, read: 'read', change: 'write' },
  { prefix: api, plugin: toolCallRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: auditRoutes, read: 'read', change: 'administer' },
  { prefix: api, plugin: userRoutes, read: 'read', change: 'administer' },
  { prefix: api, plugin: viewRoutes, read: 'read', change: 'read' },
  { prefix: api, plugin: accessRoutes, read: 'read', change: 'read' },
  { prefix: api, plugin: identityRoutes, read: 'administer', change: 'administer' },
  { prefix: api, plugin: accessLogRoutes, read: 'administer', change: 'administer' },
  { prefix: api, plugin: backupRoutes, read: 'administer', change: 'administer' },
  { prefix: api, plugin: pruneRoutes, read: 'administer', change: 'administer' },
  { prefix: api, plugin: memoryRoutes, read: 'read', change: 'write' },
  { prefix: api, plugin: modelRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: requestRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: exampleRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: deployRoutes, read: 'read', change: 'administer' },
  { prefix: api, plugin: costRoutes, read: 'read', change: 'administer' },
  { prefix: api, plugin: budgetRoutes, read: 'read', change: 'administer' },
  { prefix: api, plugin: healthAlertRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: streamRoutes, read: 'read', change: 'operate' },
  { prefix: api, plugin: codecRoutes, read: 'read', change: 'read' },
  { prefix: '/v1', plugin: gatewayRoutes, read: 'read', change: 'operate' },
  { prefix: '', plugin: chatRoutes, read: 'read', change: 'operate' },
  { prefix: '', plugin: openShareRoute, read: 'operate', change: 'operate' },
  { prefix: '', plugin: hookRoutes, read: 'operate', change: 'operate' },
  { prefix: '', plugin: mcpRoutes, read: 'operate', change: 'operate' },
  { prefix: `${api}/llm-test`, plugin: modelTestRoutes, read: 'operate', change: 'operate' },
];
