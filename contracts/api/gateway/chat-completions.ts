import { z } from 'zod';
import { jsonObjectSchema } from '../values.ts';
import { modelFields, strictField, userField } from './fields.ts';
import { cacheControlSchema, chatMessageSchema } from './messages.ts';

const functionSchema = z.object({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'use at most 64 letters, digits, _ and -'),
  description: z.string().nullish(),
  strict: z.boolean().nullish(),
  parameters: jsonObjectSchema.nullish().describe('JSON Schema of an object'),
});

const toolSchema = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('function'),
      function: functionSchema,
      cache_control: cacheControlSchema,
    }),
  ],
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
      json_schema: z.object({
        name: z.string().min(1),
        description: z.string().nullish(),
        schema: jsonObjectSchema,
        strict: z.boolean().nullish(),
      }),
    }),
  ],
  { error: 'type must be text, json_object or json_schema' },
);

/** A field that asks for another kind of answer: only left out, null, or empty. */
function unsupported(message: string) {
  return z
    .unknown()
    .refine((value) => !value || (Array.isArray(value) && value.length === 0), message)
    .optional()
    .describe(message);
}

const unsupportedFields = {
  audio: unsupported('only text answers are supported; remove it'),
  web_search_options: unsupported('web search is not supported; use a tool that searches'),
  moderation: unsupported('moderation is not supported; remove it'),
  functions: unsupported('functions are not supported; use tools'),
  function_call: unsupported('function_call is not supported; use tool_choice'),
};

const mayBeIgnored =
  'Ignored if the model does not support it; the header baton-ignored then lists it';
const penaltySchema = z.number().min(-2).max(2).nullish().describe(mayBeIgnored);
const cachingSchema = z.string().nullish().describe(mayBeIgnored);

/** What models take or ignore, as the table of parameters says. */
const parameterFields = {
  parallel_tool_calls: z.boolean().nullish(),
  temperature: z.number().min(0).max(2).nullish().describe(mayBeIgnored),
  top_p: z.number().min(0).max(1).nullish().describe(mayBeIgnored),
  frequency_penalty: penaltySchema,
  presence_penalty: penaltySchema,
  stop: z
    .union([z.string(), z.array(z.string()).max(16)], 'write a text, or a list of up to 16')
    .nullish()
    .describe(mayBeIgnored),
  seed: z.number().int().nullish().describe(mayBeIgnored),
  n: z.number().int().min(1).nullish().describe('An answer has one choice; more are ignored'),
  logprobs: z.boolean().nullish().describe(mayBeIgnored),
  top_logprobs: z.number().int().min(0).nullish().describe(mayBeIgnored),
  logit_bias: z.record(z.string(), z.number()).nullish().describe(mayBeIgnored),
  reasoning_effort: z
    .enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'])
    .nullish()
    .describe(mayBeIgnored),
  thinking: jsonObjectSchema.nullish().describe('Extended thinking, in the format of Anthropic'),
  verbosity: z.enum(['low', 'medium', 'high']).nullish().describe(mayBeIgnored),
  service_tier: cachingSchema,
  prompt_cache_key: cachingSchema,
  prompt_cache_retention: cachingSchema,
  prompt_cache_options: jsonObjectSchema.nullish().describe(mayBeIgnored),
  safety_identifier: cachingSchema,
  metadata: jsonObjectSchema.nullish().describe(mayBeIgnored),
  store: z.boolean().nullish().describe(mayBeIgnored),
  prediction: jsonObjectSchema.nullish().describe(mayBeIgnored),
};

/**
 * OpenAI's Chat Completions request. What a model does not take is ignored and named in a header, and so are fields
 * that nobody knows; with `strict`, the request is refused instead.
 */
export const chatCompletionRequestSchema = z
  .looseObject({
    model: modelFields.model.default('default'),
    provider: modelFields.provider,
    ...userField,
    messages: z.array(chatMessageSchema).min(1, 'add at least one message'),
    tools: z.array(toolSchema).nullish(),
    tool_choice: toolChoiceSchema.nullish(),
    max_tokens: z.number().int().min(1).nullish(),
    max_completion_tokens: z.number().int().min(1).nullish(),
    response_format: responseFormatSchema.nullish(),
    ...strictField,
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
    modalities: z.array(z.literal('text', 'only text answers are available')).nullish(),
    ...parameterFields,
    ...unsupportedFields,
  })
  .meta({ id: 'ChatCompletionRequest' });
export type ChatCompletionRequest = z.output<typeof chatCompletionRequestSchema>;
