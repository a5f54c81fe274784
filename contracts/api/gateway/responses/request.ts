import { z } from 'zod';
import { jsonObjectSchema } from '../../values.ts';
import { modelFields, strictField, userField } from '../fields.ts';
import { inputItemSchema } from './items.ts';

const nameSchema = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,128}$/, 'use at most 128 letters, digits, _ and -');

const functionTool = z.object({
  type: z.literal('function'),
  name: nameSchema,
  description: z.string().nullish(),
  parameters: jsonObjectSchema.nullish().describe('JSON Schema of an object'),
  strict: z.boolean().nullish(),
});
const customTool = z.object({
  type: z.literal('custom'),
  name: nameSchema,
  description: z.string().nullish(),
  format: z
    .union([
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('grammar'), syntax: z.string(), definition: z.string() }),
    ])
    .nullish(),
});
/** One that OpenAI's servers run themselves. */
const serverTool = z.looseObject({
  type: z.string().refine((type) => type !== 'function' && type !== 'custom'),
});
const toolSchema = z.union(
  [functionTool, customTool, serverTool],
  'a tool of type function has a name, and parameters that are a JSON Schema of an object',
);
export type ResponseTool = z.output<typeof toolSchema>;

const named = z.object({ type: z.enum(['function', 'custom']), name: z.string() });
const toolChoiceSchema = z.union(
  [
    z.enum(['none', 'auto', 'required']),
    named,
    z.object({
      type: z.literal('allowed_tools'),
      mode: z.enum(['auto', 'required']),
      tools: z.array(named),
    }),
  ],
  'tool_choice must be auto, none, required, {"type":"function","name":…} or allowed_tools',
);

const formatSchema = z.discriminatedUnion(
  'type',
  [
    z.object({ type: z.literal('text') }),
    z.object({ type: z.literal('json_object') }),
    z.object({
      type: z.literal('json_schema'),
      name: z.string().min(1),
      schema: jsonObjectSchema,
      description: z.string().nullish(),
      strict: z.boolean().nullish(),
    }),
  ],
  { error: 'type must be text, json_object or json_schema' },
);

/** Something else than a model call: it is refused, since an answer without it would be another one. */
const refused = (message: string) =>
  z
    .unknown()
    .refine((value) => value === undefined || value === null || value === false, message)
    .optional()
    .describe(message);

/** OpenAI's request for a response. What the model does not take is left out and named in a header. */
export const responseRequestSchema = z
  .looseObject({
    ...modelFields,
    ...userField,
    ...strictField,
    input: z
      .union(
        [z.string().min(1), z.array(inputItemSchema)],
        'input must be a text or a list of items',
      )
      .nullish(),
    instructions: z.string().nullish(),
    previous_response_id: z.string().nullish(),
    store: z.boolean().nullish().describe('Default: true. Responses are kept for 30 days'),
    include: z.array(z.string()).nullish(),
    metadata: z.record(z.string(), z.string().max(512)).nullish(),
    tools: z.array(toolSchema).nullish(),
    tool_choice: toolChoiceSchema.nullish(),
    parallel_tool_calls: z.boolean().nullish(),
    temperature: z.number().min(0).max(2).nullish(),
    top_p: z.number().min(0).max(1).nullish(),
    max_output_tokens: z.number().int().min(1).nullish(),
    prompt_cache_key: z.string().nullish(),
    prompt_cache_retention: z.string().nullish(),
    prompt_cache_options: jsonObjectSchema.nullish(),
    safety_identifier: z.string().nullish(),
    service_tier: z.string().nullish(),
    text: z
      .looseObject({
        format: formatSchema.nullish(),
        verbosity: z.enum(['low', 'medium', 'high']).nullish(),
      })
      .nullish(),
    reasoning: z
      .looseObject({
        effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']).nullish(),
        summary: z.string().nullish(),
      })
      .nullish(),
    stream: z.boolean().nullish(),
    stream_options: z.unknown().optional(),
    background: refused('background is not supported; start a run, or stream the response'),
    conversation: refused('conversation is not supported; use previous_response_id'),
    prompt: refused('prompt templates are not supported; send instructions and input'),
  })
  .meta({ id: 'ResponseRequest' });
export type ResponseRequest = z.output<typeof responseRequestSchema>;
