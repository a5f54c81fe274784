import { z } from 'zod';
import { temporalEnvironment } from '../contracts/temporal.ts';
import { databaseEnvironment } from '../db/env.ts';

/** The settings of an API process of its own. */
export const apiEnvironment = z.object({
  ...databaseEnvironment.shape,
  ...temporalEnvironment.shape,
  /** Required, since the database in `BATON_DATA` can be opened by one process alone. */
  DATABASE_URL: databaseEnvironment.shape.DATABASE_URL.unwrap(),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** The address to listen on; `0.0.0.0` serves other machines too. */
  BATON_HOST: z.string().min(1).default('127.0.0.1'),
  /** What clients must show. */
  BATON_API_KEY: z.string().min(16, 'at least 16 characters'),
});
