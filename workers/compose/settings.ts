import { z } from 'zod';
import { aliasEnvironment } from '../../activities/models/ask/aliases.ts';
import { modelEnvironment } from '../../activities/models/env.ts';
import { deploymentsEnvironment } from '../../activities/models/deployments/env.ts';
import { limitsEnvironment } from '../../activities/models/limits/env.ts';
import { windowsEnvironment } from '../../activities/models/turn/context/env.ts';
import { keepRequestsEnvironment } from '../../activities/models/requests/env.ts';
import { mcpEnvironment } from '../../activities/mcp/env.ts';
import { memoryEnvironment } from '../../activities/memory/env.ts';
import { pricesEnvironment } from '../../activities/models/pay/prices/env.ts';
import { notifyEnvironment } from '../../activities/notify/env.ts';
import { toolsEnvironment } from '../../activities/tools/env.ts';
import { catalogEnvironment } from '../../activities/catalog/env.ts';
import { redisEnvironment } from '../../bus/env.ts';
import { databaseEnvironment } from '../../db/env.ts';
import { telemetryEnvironment } from '../../telemetry/env.ts';
import { extensionsEnvironment } from '../agent-files/env.ts';

/** The settings of the engine, without those of domains. */
export const engineEnvironment = z.object({
  ...databaseEnvironment.shape,
  ...modelEnvironment.shape,
  ...deploymentsEnvironment.shape,
  ...aliasEnvironment.shape,
  ...limitsEnvironment.shape,
  ...windowsEnvironment.shape,
  ...memoryEnvironment.shape,
  ...pricesEnvironment.shape,
  ...keepRequestsEnvironment.shape,
  ...notifyEnvironment.shape,
  ...toolsEnvironment.shape,
  ...catalogEnvironment.shape,
  ...extensionsEnvironment.shape,
  ...mcpEnvironment.shape,
  ...redisEnvironment.shape,
  /** How many model calls a process has at once, those that wait for their model among them. */
  BATON_MODEL_SLOTS: z.coerce.number().int().min(1).max(5_000).default(500),
  ...telemetryEnvironment.shape,
});
export type ActivityEnvironment = z.output<typeof engineEnvironment>;
