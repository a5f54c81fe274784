import { z } from 'zod';
import { redisEnvironment } from '../bus/env.ts';
import { temporalEnvironment } from '../contracts/temporal/temporal.ts';
import { databaseEnvironment } from '../db/env.ts';
import { keysEnvironment } from '../keys/env.ts';
import { telemetryEnvironment } from '../telemetry/env.ts';

const portForm = 'a port number from 1 to 65535, such as 3000';

/** The settings of an API process of its own. */
export const apiEnvironment = z.object({
  ...databaseEnvironment.shape,
  ...redisEnvironment.shape,
  ...telemetryEnvironment.shape,
  ...temporalEnvironment.shape,
  /** Required, since the database in `BATON_DATA` can be opened by one process alone. */
  DATABASE_URL: databaseEnvironment.shape.DATABASE_URL.unwrap(),
  /** Required, since the API and the workers read what each other wrote. */
  BATON_KEYS: keysEnvironment.shape.BATON_KEYS.unwrap(),
  PORT: z.coerce
    .number(portForm)
    .int(portForm)
    .min(1, portForm)
    .max(65_535, portForm)
    .default(3000),
  /** The address to listen on; `0.0.0.0` serves other machines too. */
  BATON_HOST: z.string().min(1).default('127.0.0.1'),
  /** What clients must show. */
  BATON_API_KEY: z.string().min(16, 'at least 16 characters'),
});
