import { z } from 'zod';
import { jsonObjectSchema, jsonSchema } from '../values.ts';
import { modelFields } from './fields.ts';

/** A question to a model with the read-only tools. */
export const toolTrySchema = z
  .strictObject({
    query: z.string().min(1).max(20_000).describe('The question for the model'),
    provider: modelFields.provider,
    model: modelFields.model.default('default'),
    autoExecute: z
      .boolean()
      .default(false)
      .describe(
        'Runs the calls that the model requests, and asks it for an answer from their results',
      ),
  })
  .meta({ id: 'ToolTry' });

export const toolTryAnswerSchema = z
  .object({
    success: z.literal(true),
    data: z.object({
      provider: z.string(),
      model: z.string(),
      content: z.string(),
      toolCalls: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          arguments: z.union([jsonObjectSchema, z.string()]),
        }),
      ),
      toolResults: z.array(
        z.object({ toolCallId: z.string(), toolName: z.string(), result: jsonSchema }),
      ),
      usage: z.object({
        promptTokens: z.number().int(),
        completionTokens: z.number().int(),
        totalTokens: z.number().int(),
      }),
    }),
  })
  .meta({ id: 'ToolTryAnswer' });
export type ToolTryAnswer = z.infer<typeof toolTryAnswerSchema>;

/** A person of a story who is to be completed from a first name. */
export const personTrySchema = z
  .strictObject({
    firstName: z.string().trim().min(1).max(200),
    mode: z
      .enum(['web', 'ai'])
      .default('ai')
      .describe('web: looks the name up on the web first, if a web tool is set up'),
    provider: modelFields.provider,
    model: modelFields.model.default('default'),
  })
  .meta({ id: 'PersonTry' });

export const personSchema = z.strictObject({
  lastName: z.string(),
  age: z.number(),
  gender: z.string(),
  species: z.string(),
  personality: z.string(),
  history: z.string(),
  physicalCharacteristics: z.string(),
  contentTags: z.array(z.string()),
});

export const personAnswerSchema = z
  .object({
    success: z.literal(true),
    mode: z.enum(['web', 'ai']).describe('What was used: ai if nothing was found on the web'),
    data: personSchema,
  })
  .meta({ id: 'PersonAnswer' });
export type PersonAnswer = z.infer<typeof personAnswerSchema>;
