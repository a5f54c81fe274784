import { z } from 'zod';
import { taskQueues, type TaskQueue } from '../contracts/temporal/task-queues.ts';
import { buildIdSchema } from '../contracts/api/index.ts';
import { temporalEnvironment } from '../contracts/temporal/temporal.ts';
import { databaseEnvironment } from '../db/env.ts';
import { keysEnvironment } from '../keys/env.ts';
import { domains } from './compose/domains.ts';
import { engineEnvironment } from './compose/settings.ts';

const allQueues = Object.keys(taskQueues) as TaskQueue[];

/** The settings of domains, which they alone read. */
const ofDomains: Record<never, z.ZodType> = Object.assign(
  {},
  ...domains.map(({ environment }) => environment.shape),
);

/** What activities need to know, whichever process runs them. */
export const activityEnvironment = z.object({ ...engineEnvironment.shape, ...ofDomains });

/** The settings of a worker process of its own. */
export const workerEnvironment = z.object({
  ...activityEnvironment.shape,
  ...temporalEnvironment.shape,
  /** Required, since the database in `BATON_DATA` can be opened by one process alone. */
  DATABASE_URL: databaseEnvironment.shape.DATABASE_URL.unwrap(),
  /** Required, since the API and the workers read what each other wrote. */
  BATON_KEYS: keysEnvironment.shape.BATON_KEYS.unwrap(),
  /** Which queues this process serves, as a comma list: all of them when left out. */
  BATON_QUEUES: z
    .string()
    .default(allQueues.join(','))
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(allQueues)).min(1)),
  /** Which build this is, for Temporal's worker versioning; left out, this process takes part in runs of every build. */
  BATON_BUILD_ID: buildIdSchema.optional(),
  /** Where this process gives its `GET /metrics` and `GET /health`, which ask for no key; left out, nowhere. */
  BATON_METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** The address to give them on; `0.0.0.0` serves other machines too. */
  BATON_METRICS_HOST: z.string().min(1).default('127.0.0.1'),
});
