import { z } from 'zod';
import { aliasEnvironment } from '../activities/models/ask/aliases.ts';
import { modelEnvironment } from '../activities/models/env.ts';
import { limitsEnvironment } from '../activities/models/limits/env.ts';
import { windowsEnvironment } from '../activities/models/turn/context/env.ts';
import { mcpEnvironment } from '../activities/mcp/env.ts';
import { memoryEnvironment } from '../activities/memory/env.ts';
import { pricesEnvironment } from '../activities/models/pay/prices/env.ts';
import { notifyEnvironment } from '../activities/notify/env.ts';
import { toolsEnvironment } from '../activities/tools/env.ts';
import { catalogEnvironment } from '../activities/catalog/env.ts';
import { redisEnvironment } from '../bus/env.ts';
import { taskQueues, type TaskQueue } from '../contracts/temporal/task-queues.ts';
import { temporalEnvironment } from '../contracts/temporal/temporal.ts';
import { databaseEnvironment } from '../db/env.ts';
import { telemetryEnvironment } from '../telemetry/env.ts';
import { extensionsEnvironment } from './agent-files/env.ts';
import { domains } from './compose/domains.ts';

const allQueues = Object.keys(taskQueues) as TaskQueue[];

/** The settings of domains, which they alone read. */
const ofDomains: Record<never, z.ZodType> = Object.assign(
  {},
  ...domains.map(({ environment }) => environment.shape),
);

/** What activities need to know, whichever process runs them. */
export const activityEnvironment = z.object({
  ...databaseEnvironment.shape,
  ...modelEnvironment.shape,
  ...aliasEnvironment.shape,
  ...limitsEnvironment.shape,
  ...windowsEnvironment.shape,
  ...memoryEnvironment.shape,
  ...pricesEnvironment.shape,
  ...ofDomains,
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
export type ActivityEnvironment = z.output<typeof activityEnvironment>;

/** The settings of a worker process of its own. */
export const workerEnvironment = z.object({
  ...activityEnvironment.shape,
  ...temporalEnvironment.shape,
  /** Required, since the database in `BATON_DATA` can be opened by one process alone. */
  DATABASE_URL: databaseEnvironment.shape.DATABASE_URL.unwrap(),
  /** Which queues this process serves, as a comma list: all of them when left out. */
  BATON_QUEUES: z
    .string()
    .default(allQueues.join(','))
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(allQueues)).min(1)),
  /** Where this process gives its `GET /metrics`, on 127.0.0.1; left out, nowhere. */
  BATON_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
});
