import { z } from 'zod';
import { jsonSchema } from './values.ts';

export const storedOutputQuery = z.object({
  artifact: z
    .string()
    .min(1)
    .max(1_000)
    .describe('The `artifact` of an output that is too large to stand where it was given'),
});

export const storedOutputSchema = z
  .object({ artifact: z.string(), bytes: z.int(), output: jsonSchema })
  .meta({ id: 'StoredOutput' });
export type StoredOutputView = z.infer<typeof storedOutputSchema>;
