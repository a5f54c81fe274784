import { z } from 'zod';
import { apiEnvironment, proxyEnvironment, requestLimitEnvironment } from '../../api/env.ts';
import { oidcEnvironment } from '../../api/oidc/env.ts';
import { temporalEnvironment } from '../../contracts/temporal/temporal.ts';
import { keysEnvironment } from '../../keys/env.ts';
import { activityEnvironment } from '../../workers/env.ts';

const highestPort = 65_535;
/** The Temporal UI's port is the server's and this. */
export const uiPortOffset = 1_000;

/** The settings of `baton start`. */
export const startEnvironment = z.object({
  ...activityEnvironment.shape,
  ...temporalEnvironment.shape,
  ...keysEnvironment.shape,
  ...proxyEnvironment.shape,
  ...oidcEnvironment.shape,
  ...requestLimitEnvironment.shape,
  PORT: apiEnvironment.shape.PORT,
  /** The port of our Temporal server; its UI is at this and 1000. */
  BATON_TEMPORAL_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(highestPort - uiPortOffset)
    .default(7233),
  /** What clients of the API must show; left out, one is made on the first start. */
  BATON_API_KEY: apiEnvironment.shape.BATON_API_KEY.optional(),
});
export type StartEnvironment = z.output<typeof startEnvironment>;
