import { z } from 'zod';
import { jsonObjectSchema } from '../values.ts';
import { modelFields, userField } from './fields.ts';
import { chatMessageSchema } from './messages.ts';

const functionSchema = z.object({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'use at most 64 letters, digits, _ and -'),
  description: z.string().nullish(),
  parameters: jsonObjectSchema.nullish().describe('JSON Schema of an object'),
});

const toolSchema = z.discriminatedUnion(
  'type',
  [z.object({ type: z.literal('function'), function: functionSchema })],
  { error: 'only tools of type function are supported' },
);

const toolChoices = 'auto, none, required, or {"type":"function","function":{"name":…}}';

const toolChoiceSchema = z.union(
  [
    z.enum(['auto', 'none', 'required']),
    z.object({
      type: z.literal('function', toolChoices),
      function: z.object({ name: z.string() }),
    }),
  ],
  toolChoices,
);

const responseFormatSchema = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('text') }),
    z.object({ type: z.literal('json_object') }),
    z.object({
      type: z.literal('json_schema'),
      json_schema: z.object({ name: z.string().min(1), schema: jsonObjectSchema }),
    }),
  ],
  { error: 'type must be text, json_object or json_schema' },
);

/** A field that means something Baton does not do: only left out, null, or one of `neutral`. */
function unsupported(message: string, neutral: readonly unknown[] = []) {
  return z
    .unknown()
    .refine((value) => value === undefined || value === null || neutral.includes(value), message)
    .optional()
    .describe(message);
}

const unsupportedFields = {
  n: unsupported('a request returns one choice; send the request several times', [1]),
  logprobs: unsupported('log probabilities are not supported; remove it', [false]),
  top_logprobs: unsupported('log probabilities are not supported; remove it', [0]),
  audio: unsupported('only text answers are supported; remove it'),
  stop: unsupported('stop sequences are not supported; cut the answer yourself'),
  top_p: unsupported('only temperature is supported; remove it', [1]),
  frequency_penalty: unsupported('penalties are not supported; remove it', [0]),
  presence_penalty: unsupported('penalties are not supported; remove it', [0]),
  web_search_options: unsupported('web search is not supported; use a tool that searches'),
  moderation: unsupported('moderation is not supported; remove it'),
  functions: unsupported('functions are not supported; use tools'),
  function_call: unsupported('function_call is not supported; use tool_choice'),
};

/**
 * OpenAI's Chat Completions request, as far as every provider can do it. Other fields that do not change what
 * is asked (metadata, store, seed, service_tier, …) are ignored.
 */
export const chatCompletionRequestSchema = z
  .object({
    ...modelFields,
    ...userField,
    messages: z.array(chatMessageSchema).min(1, 'add at least one message'),
    tools: z.array(toolSchema).nullish(),
    tool_choice: toolChoiceSchema.nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    max_tokens: z.number().int().min(1).nullish(),
    max_completion_tokens: z.number().int().min(1).nullish(),
    response_format: responseFormatSchema.nullish(),
    reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
    modalities: z.array(z.literal('text', 'only text answers are available')).nullish(),
    logit_bias: z.record(z.string(), z.never('token biases are not supported')).nullish(),
    ...unsupportedFields,
  })
  .meta({ id: 'ChatCompletionRequest' });
export type ChatCompletionRequest = z.output<typeof chatCompletionRequestSchema>;
