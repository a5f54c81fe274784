import { z } from 'zod';

/** Where models are deployed, beyond one key for a provider. */
export const deploymentsEnvironment = z.object({
  /** A YAML or JSON file of deployments: several keys and base URLs for a model, and OpenAI-compatible servers. */
  BATON_DEPLOYMENTS: z.string().trim().min(1).optional(),
});
