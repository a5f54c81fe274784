import { z } from 'zod';
import { modelFields, userField } from './fields.ts';

const mostTexts = 2048;

/** Token ids, which models of OpenAI read. */
const tokensSchema = z.array(z.number().int().min(0)).min(1);

export const embeddingsRequestSchema = z
  .object({
    ...modelFields,
    ...userField,
    input: z.union(
      [
        z.string().min(1),
        z.array(z.string().min(1)).min(1).max(mostTexts),
        tokensSchema,
        z.array(tokensSchema).min(1).max(mostTexts),
      ],
      `use a text, a list of 1 to ${mostTexts} texts, or the same as lists of token ids`,
    ),
    encoding_format: z.enum(['float', 'base64']).nullish(),
    dimensions: z.number().int().min(1).nullish(),
  })
  .meta({ id: 'EmbeddingsRequest' });

export type EmbeddingsRequest = z.output<typeof embeddingsRequestSchema>;

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
