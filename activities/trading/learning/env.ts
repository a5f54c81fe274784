import { z } from 'zod';
import { databaseEnvironment } from '../../../db/env.ts';

/** Settings of forecasts. */
export const learningEnvironment = z.object({
  /** Folder of trained models, which `baton train` writes and tools read. Default: `ml-models` in `BATON_DATA`. */
  BATON_ML_MODELS: z.string().min(1).optional(),
  BATON_DATA: databaseEnvironment.shape.BATON_DATA,
  /** A forecast server to use instead of trained models. */
  BATON_ML_URL: z.url({ protocol: /^https?$/ }).optional(),
});
