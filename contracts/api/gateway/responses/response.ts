import { z } from 'zod';
import { jsonObjectSchema, jsonSchema } from '../../values.ts';

const outputText = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.never()),
  logprobs: z.array(z.never()),
});

const refusal = z.object({ type: z.literal('refusal'), refusal: z.string() });

const status = z.enum(['in_progress', 'completed', 'incomplete']);
const called = { id: z.string(), status, call_id: z.string(), name: z.string() };

const outputItemSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message'),
    id: z.string(),
    status,
    role: z.literal('assistant'),
    content: z.array(z.discriminatedUnion('type', [outputText, refusal])),
  }),
  z.object({
    type: z.literal('reasoning'),
    id: z.string(),
    summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
    encrypted_content: z
      .string()
      .nullish()
      .describe('Opaque data of the provider. Send it back unchanged with its item'),
  }),
  z.object({ type: z.literal('function_call'), ...called, arguments: z.string() }),
  z.object({ type: z.literal('custom_tool_call'), ...called, input: z.string() }),
]);
export type OutputItem = z.infer<typeof outputItemSchema>;

const usageSchema = z.object({
  input_tokens: z.number().int(),
  input_tokens_details: z.object({
    cached_tokens: z.number().int(),
    cache_write_tokens: z.number().int(),
  }),
  output_tokens: z.number().int(),
  output_tokens_details: z.object({ reasoning_tokens: z.number().int() }),
  total_tokens: z.number().int(),
});

/** OpenAI's answer to a request for a response. */
export const gatewayResponseSchema = z
  .object({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.number().int(),
    completed_at: z.number().int().nullable(),
    status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
    background: z.literal(false),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z
      .object({ reason: z.enum(['max_output_tokens', 'content_filter']) })
      .nullable(),
    instructions: z.string().nullable(),
    max_output_tokens: z.number().int().nullable(),
    metadata: z.record(z.string(), z.string()),
    model: z.string().describe('The model that answered, as provider:model'),
    output: z.array(outputItemSchema),
    parallel_tool_calls: z.boolean(),
    previous_response_id: z.string().nullable(),
    reasoning: z.object({ effort: z.string().nullable(), summary: z.string().nullable() }),
    store: z.boolean(),
    temperature: z.number().nullable(),
    text: z.object({ format: jsonObjectSchema, verbosity: z.string().optional() }),
    tool_choice: jsonSchema,
    tools: z.array(jsonObjectSchema),
    top_p: z.number().nullable(),
    truncation: z.literal('disabled'),
    usage: usageSchema.optional(),
  })
  .meta({ id: 'GatewayResponse' });
export type GatewayResponse = z.infer<typeof gatewayResponseSchema>;

export const deletedResponseSchema = z
  .object({ id: z.string(), object: z.literal('response'), deleted: z.literal(true) })
  .meta({ id: 'DeletedResponse' });

export const inputItemListSchema = z
  .object({
    object: z.literal('list'),
    data: z.array(jsonObjectSchema),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ id: 'ResponseInputItemList' });
