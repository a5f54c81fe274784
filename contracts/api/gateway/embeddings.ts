import { z } from 'zod';
import { modelFields, userField } from './fields.ts';

const mostTexts = 2048;

export const embeddingsRequestSchema = z
  .object({
    ...modelFields,
    ...userField,
    input: z.union(
      [z.string().min(1), z.array(z.string().min(1)).min(1).max(mostTexts)],
      `use a text, or a list of 1 to ${mostTexts} texts; token lists are not supported, since they differ by model`,
    ),
    encoding_format: z.enum(['float', 'base64']).nullish(),
    dimensions: z.number().int().min(1).nullish(),
  })
  .meta({ id: 'EmbeddingsRequest' });

export const embeddingsSchema = z
  .object({
    object: z.literal('list'),
    model: z.string(),
    data: z.array(
      z.object({
        object: z.literal('embedding'),
        index: z.number().int(),
        embedding: z.union([z.array(z.number()), z.string()]),
      }),
    ),
    usage: z.object({ prompt_tokens: z.number().int(), total_tokens: z.number().int() }),
  })
  .meta({ id: 'Embeddings' });
export type Embeddings = z.infer<typeof embeddingsSchema>;
