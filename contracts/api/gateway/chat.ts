import { domains } from '../../domains.ts';
import { z } from 'zod';
import { usdSchema } from '../costs.ts';
import { startRunSchema } from '../run-requests.ts';
import { jsonObjectSchema, jsonSchema } from '../values.ts';
import { modelFields } from './fields.ts';

/** Tokens, and their price as far as it is known. */
const spentShape = {
  model: z.string().describe('The model that answered, as provider:model'),
  usage: z.object({ inputTokens: z.number().int(), outputTokens: z.number().int() }),
  costUsd: usdSchema.nullable().describe('Null if the price is unknown'),
};

export const chatRequestSchema = z
  .strictObject({
    message: z.string().min(1),
    system: z.string().min(1).optional().describe('Instructions for the model'),
    model: modelFields.model.default('default'),
    provider: modelFields.provider,
    user: startRunSchema.shape.user,
    allowBrowsing: z.boolean().default(false).describe('Offers the tools that read the web'),
    autoExecuteTools: z
      .boolean()
      .default(false)
      .describe('Runs an agent with the read-only tools, until it has an answer'),
  })
  .meta({ id: 'ChatRequest' });

export const chatAnswerSchema = z
  .object({
    text: z.string(),
    ...spentShape,
    toolCalls: z.array(
      z.object({
        name: z.string(),
        arguments: jsonSchema,
        status: z.enum(['requested', 'running', 'completed', 'failed']),
      }),
    ),
    runId: z.string().nullable().describe('The run, if tools were executed'),
    notice: z.string().nullable(),
  })
  .meta({ id: 'ChatAnswer' });
export type ChatAnswer = z.infer<typeof chatAnswerSchema>;

const testTool = domains.find((domain) => domain.testTool)?.testTool ?? 'calculate';

export const toolCallingTestSchema = z
  .strictObject({
    model: modelFields.model.default('default'),
    provider: modelFields.provider,
    tool: z.string().min(1).default(testTool).describe('A tool of the catalogue'),
    message: z
      .string()
      .min(1)
      .optional()
      .describe('The prompt for the model. Default: one made for the tool'),
  })
  .meta({ id: 'ToolCallingTest' });

export const toolCallingVerdictSchema = z
  .object({
    ok: z.boolean().describe('Whether it called the tool once, with valid arguments'),
    problems: z.array(z.string()).describe('What was wrong'),
    calls: z.array(
      z.object({
        name: z.string(),
        arguments: z
          .union([jsonObjectSchema, z.string()])
          .describe('What the model wrote, as text, if it was not a JSON object'),
      }),
    ),
    text: z.string(),
    ...spentShape,
    latencyMs: z.number(),
    callId: z.string(),
  })
  .meta({ id: 'ToolCallingVerdict' });

export const characterTestSchema = z
  .strictObject({
    model: modelFields.model.default('default'),
    provider: modelFields.provider,
    description: z
      .string()
      .min(1)
      .max(4000)
      .describe("A short description of the agent's character"),
  })
  .meta({ id: 'CharacterTest' });

/** The fields of an agent's character that a model completes. */
export const characterSchema = z.strictObject({
  name: z.string().min(1).describe('Lower case letters, digits and _'),
  role: z.string().min(1).describe('A few words'),
  instructions: z
    .string()
    .min(1)
    .describe('Instructions for the agent: what it does and what it never does'),
  tone: z.string().min(1).describe('How it speaks, in a few words'),
});

export const characterAnswerSchema = z
  .object({
    character: characterSchema,
    ...spentShape,
    latencyMs: z.number(),
    callId: z.string(),
  })
  .meta({ id: 'CharacterAnswer' });
