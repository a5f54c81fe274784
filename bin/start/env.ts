import { z } from 'zod';
import {
  apiEnvironment,
  keepRunsEnvironment,
  proxyEnvironment,
  requestLimitEnvironment,
} from '../../api/env.ts';
import { oidcEnvironment } from '../../api/oidc/env.ts';
import { temporalEnvironment } from '../../contracts/temporal/temporal.ts';
import { keysEnvironment } from '../../keys/env.ts';
import { activityEnvironment } from '../../workers/env.ts';

/** The settings of `baton start`. */
export const startEnvironment = z.object({
  ...activityEnvironment.shape,
  ...temporalEnvironment.shape,
  ...keysEnvironment.shape,
  ...proxyEnvironment.shape,
  ...oidcEnvironment.shape,
  ...requestLimitEnvironment.shape,
  ...keepRunsEnvironment.shape,
  PORT: apiEnvironment.shape.PORT,
  /** With less on the disk of `BATON_DATA`, no new work is accepted. */
  BATON_MIN_FREE_MB: z.coerce.number().min(0).default(500),
  /** The port of our Temporal server. */
  BATON_TEMPORAL_PORT: z.coerce.number().int().min(1).max(65_535).default(7233),
  /** What clients of the API must show; left out, one is made on the first start. */
  BATON_API_KEY: apiEnvironment.shape.BATON_API_KEY.optional(),
});
export type StartEnvironment = z.output<typeof startEnvironment>;
