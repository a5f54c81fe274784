import { z } from 'zod';
import { databaseEnvironment } from '../../../db/env.ts';

/** Where forecasts come from. */
export const learningEnvironment = z.object({
  /** The folder of the models that `baton train` writes and tools read; left out, `ml-models` within `BATON_DATA`. */
  BATON_ML_MODELS: z.string().min(1).optional(),
  BATON_DATA: databaseEnvironment.shape.BATON_DATA,
  /** A server that foretells in place of the trained models. */
  BATON_ML_URL: z.url({ protocol: /^https?$/ }).optional(),
});
