import { agentRoutes } from './agents/routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { budgetRoutes } from './costs/budget-routes.ts';
import { costRoutes } from './costs/routes.ts';
import { codecRoutes } from './codec/routes.ts';
import { domains } from './domains.ts';
import { chatRoutes } from './gateway/routes/chat.ts';
import { gatewayRoutes } from './gateway/routes/index.ts';
import { modelTestRoutes } from './gateway/routes/model-tests.ts';
import { healthRoutes } from './health/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { memoryRoutes } from './memory/routes.ts';
import { modelRoutes } from './models/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { pipelineRoutes } from './pipelines/routes.ts';
import { pipelineVersionRoutes } from './pipelines/version-routes.ts';
import type { RoutePlugin } from './route-plugin.ts';
import { runRecordRoutes } from './runs/record-routes.ts';
import { runRoutes } from './runs/routes.ts';
import { streamRoutes } from './streams/routes.ts';
import { taskRoutes } from './tasks/routes.ts';
import { auditRoutes } from './tools/audit-routes.ts';
import { toolCallRoutes } from './tools/call-routes.ts';
import { toolRoutes } from './tools/routes.ts';
import { userRoutes } from './users/routes.ts';

const api = '/api/v1';

/** Every route of the API, by what its path begins with, in the order of the documentation. */
export const routes: readonly { prefix: string; plugin: RoutePlugin }[] = [
  { prefix: '', plugin: healthRoutes },
  { prefix: api, plugin: runRoutes },
  { prefix: api, plugin: runRecordRoutes },
  { prefix: api, plugin: taskRoutes },
  { prefix: api, plugin: notificationRoutes },
  ...domains.map((domain) => ({ prefix: api, plugin: domain.routes })),
  { prefix: api, plugin: approvalRoutes },
  { prefix: api, plugin: pipelineRoutes },
  { prefix: api, plugin: pipelineVersionRoutes },
  { prefix: api, plugin: toolRoutes },
  { prefix: api, plugin: agentRoutes },
  { prefix: api, plugin: toolCallRoutes },
  { prefix: api, plugin: auditRoutes },
  { prefix: api, plugin: userRoutes },
  { prefix: api, plugin: memoryRoutes },
  { prefix: api, plugin: modelRoutes },
  { prefix: api, plugin: costRoutes },
  { prefix: api, plugin: budgetRoutes },
  { prefix: api, plugin: streamRoutes },
  { prefix: api, plugin: codecRoutes },
  { prefix: '/v1', plugin: gatewayRoutes },
  { prefix: '', plugin: chatRoutes },
  { prefix: '', plugin: mcpRoutes },
  { prefix: `${api}/llm-test`, plugin: modelTestRoutes },
];
