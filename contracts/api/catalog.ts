import { z } from 'zod';
import { plans, toolCategories } from '../tools.ts';
import { jsonObjectSchema, jsonSchema, listOf } from './values.ts';

const toolSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    version: z.number().int(),
    description: z.string(),
    category: z.enum(toolCategories),
    plan: z.enum(plans),
    rateLimit: z.object({
      minute: z.number().optional(),
      hour: z.number().optional(),
      day: z.number().optional(),
    }),
    parameters: jsonObjectSchema.describe('JSON Schema of the arguments'),
    sideEffect: z.boolean(),
    available: z.boolean().describe('Whether the plan of this Baton includes it'),
  })
  .meta({ id: 'Tool' });
export type ToolView = z.infer<typeof toolSchema>;
export const toolListSchema = listOf(toolSchema, 'ToolList');

export const callToolSchema = z
  .strictObject({ args: jsonObjectSchema.default({}).describe("Fit the tool's `parameters`") })
  .meta({ id: 'CallTool' });

export const callToolHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('The same call, sent again under its key within a day, is carried out once'),
});

export const toolResultSchema = z
  .object({
    id: z.string().describe("Also the id of the call's activity in Temporal"),
    tool: z.string(),
    output: jsonSchema,
    metadata: z.object({
      executionMs: z.number(),
      cached: z.boolean().describe('Whether the answer was kept from an earlier call'),
    }),
  })
  .meta({ id: 'ToolResult' });
export type ToolResult = z.infer<typeof toolResultSchema>;
