import { z } from 'zod';
import { batonContentSchema, callContentSchema } from './messages.ts';

const finishReasonSchema = z.enum(['stop', 'length', 'tool_calls', 'content_filter']);

const usageSchema = z.object({
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  total_tokens: z.number().int(),
  prompt_tokens_details: z.object({
    cached_tokens: z.number().int(),
    cache_write_tokens: z.number().int(),
  }),
  completion_tokens_details: z.object({ reasoning_tokens: z.number().int() }),
});
export type CompletionUsage = z.infer<typeof usageSchema>;

const messageContentSchema = z.object({ baton: batonContentSchema }).optional();

const messageSchema = z.object({
  role: z.literal('assistant'),
  content: z.string().nullable(),
  refusal: z.string().nullable(),
  reasoning_content: z.string().optional(),
  tool_calls: z
    .array(
      z.object({
        id: z.string(),
        type: z.literal('function'),
        function: z.object({ name: z.string(), arguments: z.string() }),
        extra_content: callContentSchema.optional(),
      }),
    )
    .optional(),
  extra_content: messageContentSchema,
});

/** OpenAI's answer to a Chat Completions request. */
export const chatCompletionSchema = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.number().int(),
    model: z.string().describe('The model that answered, as provider:model'),
    choices: z.array(
      z.object({
        index: z.number().int(),
        message: messageSchema,
        logprobs: z.null(),
        finish_reason: finishReasonSchema,
      }),
    ),
    usage: usageSchema,
  })
  .meta({ id: 'ChatCompletion' });
export type ChatCompletion = z.infer<typeof chatCompletionSchema>;

export type ChunkDelta = {
  role?: 'assistant';
  content?: string;
  refusal?: string;
  reasoning_content?: string;
  tool_calls?: {
    index: number;
    id?: string;
    type?: 'function';
    function?: { name?: string; arguments: string };
    extra_content?: z.infer<typeof callContentSchema>;
  }[];
  extra_content?: z.infer<typeof messageContentSchema>;
};

/** OpenAI's part of a streamed answer. */
export type ChatCompletionChunk = {
  id: string;
  object: 'chat.completion.chunk';
  created: number;
  model: string;
  choices: {
    index: 0;
    delta: ChunkDelta;
    logprobs: null;
    finish_reason: z.infer<typeof finishReasonSchema> | null;
  }[];
  usage?: CompletionUsage;
};
