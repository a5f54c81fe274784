import { z } from 'zod';

/** An error as OpenAI's API gives it. */
export const openaiErrorSchema = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable().describe('The field that is wrong'),
      code: z.string().nullable(),
    }),
  })
  .meta({ id: 'OpenAIError' });
export type OpenAIError = z.infer<typeof openaiErrorSchema>;
