import { z } from 'zod';
import { jsonObjectSchema } from '../../values.ts';
import { gatewayHeadersSchema, modelFields, strictField } from '../fields.ts';
import { anthropicMessageSchema, anthropicSystemSchema } from './content.ts';

const ownTool = z.looseObject({
  type: z.literal('custom').nullish(),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/, 'use at most 128 letters, digits, _ and -'),
  description: z.string().nullish(),
  input_schema: jsonObjectSchema.describe('JSON Schema of an object'),
  strict: z.boolean().nullish(),
  cache_control: jsonObjectSchema.nullish(),
});
/** One that Anthropic's servers run themselves. */
const serverTool = z.object({
  type: z.string().refine((type) => type !== 'custom'),
  name: z.string().nullish(),
});
const toolSchema = z.union(
  [ownTool, serverTool],
  'a tool has a name and an input_schema, which is a JSON Schema of an object',
);

const parallel = { disable_parallel_tool_use: z.boolean().nullish() };
const toolChoiceSchema = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('auto'), ...parallel }),
    z.object({ type: z.literal('any'), ...parallel }),
    z.object({ type: z.literal('tool'), name: z.string(), ...parallel }),
    z.object({ type: z.literal('none') }),
  ],
  { error: 'type must be auto, any, tool or none' },
);

const thinkingSchema = z.discriminatedUnion(
  'type',
  [
    z.looseObject({ type: z.literal('enabled'), budget_tokens: z.number().int().min(1) }),
    z.looseObject({ type: z.literal('adaptive') }),
    z.looseObject({ type: z.literal('disabled') }),
  ],
  { error: 'type must be enabled, adaptive or disabled' },
);

const formatSchema = z.object({
  type: z.literal('json_schema', 'type must be json_schema'),
  schema: jsonObjectSchema,
});

const asked = {
  ...modelFields,
  ...strictField,
  system: anthropicSystemSchema.nullish(),
  messages: z.array(anthropicMessageSchema).min(1, 'add at least one message'),
  tools: z.array(toolSchema).nullish(),
  tool_choice: toolChoiceSchema.nullish(),
  thinking: thinkingSchema.nullish(),
  output_config: z
    .looseObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).nullish(),
      format: formatSchema.nullish(),
    })
    .nullish(),
  output_format: formatSchema.nullish(),
};

/** Anthropic's request for a message. What the model does not take is left out and named in a header. */
export const anthropicRequestSchema = z
  .looseObject({
    ...asked,
    max_tokens: z.number().int().min(1, 'write at least 1'),
    temperature: z.number().min(0).max(1).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    stop_sequences: z.array(z.string()).max(16, 'write at most 16').nullish(),
    service_tier: z.string().nullish(),
    metadata: z.looseObject({ user_id: z.string().nullish() }).nullish(),
    stream: z.boolean().nullish(),
  })
  .meta({ id: 'AnthropicRequest' });
export type AnthropicRequest = z.output<typeof anthropicRequestSchema>;

/** Anthropic's question how long a request is. */
export const anthropicCountSchema = z.looseObject(asked).meta({ id: 'AnthropicCountRequest' });
export type AnthropicCount = z.output<typeof anthropicCountSchema>;

export const anthropicHeadersSchema = gatewayHeadersSchema.extend({
  'anthropic-version': z
    .string()
    .optional()
    .describe('Any version: answers have the format of 2023-06-01'),
  'anthropic-beta': z.string().optional().describe('Ignored; the header baton-ignored lists it'),
});
