import { z } from 'zod';
import { jsonObjectSchema } from '../../values.ts';

const usageSchema = z.object({
  input_tokens: z.number().int().describe('Without tokens read from or written to a cache'),
  cache_creation_input_tokens: z.number().int(),
  cache_read_input_tokens: z.number().int(),
  output_tokens: z.number().int(),
});
export type AnthropicUsage = z.infer<typeof usageSchema>;

const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string(), citations: z.null() }),
  z.object({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: jsonObjectSchema,
  }),
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.object({
    type: z.literal('redacted_thinking'),
    data: z
      .string()
      .describe('Opaque data of the provider. Send it back unchanged with its message'),
  }),
]);
export type AnthropicBlock = z.infer<typeof blockSchema>;

const stopReasonSchema = z.enum(['end_turn', 'tool_use', 'max_tokens', 'refusal']);
export type AnthropicStopReason = z.infer<typeof stopReasonSchema>;

/** Anthropic's answer to a request for a message. */
export const anthropicAnswerSchema = z
  .object({
    id: z.string(),
    type: z.literal('message'),
    role: z.literal('assistant'),
    model: z.string().describe('The model that answered, as provider:model'),
    content: z.array(blockSchema),
    stop_reason: stopReasonSchema,
    stop_sequence: z.null(),
    usage: usageSchema,
  })
  .meta({ id: 'AnthropicAnswer' });
export type AnthropicAnswer = z.infer<typeof anthropicAnswerSchema>;

export const anthropicTokenCountSchema = z
  .object({
    input_tokens: z
      .number()
      .int()
      .describe('An estimate that is more likely too high than too low'),
  })
  .meta({ id: 'AnthropicTokenCount' });

/** An error as Anthropic's API gives it. */
export const anthropicErrorSchema = z
  .object({
    type: z.literal('error'),
    error: z.object({ type: z.string(), message: z.string() }),
    request_id: z.string().nullable(),
  })
  .meta({ id: 'AnthropicError' });
export type AnthropicError = z.infer<typeof anthropicErrorSchema>;
