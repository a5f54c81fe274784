import { z } from 'zod';
import { imageDetails } from '../../../models/messages.ts';

const textPart = z.object({
  type: z.enum(['input_text', 'output_text', 'text']),
  text: z.string(),
});
const refusalPart = z.object({ type: z.literal('refusal'), refusal: z.string() });
const imagePart = z.object({
  type: z.literal('input_image'),
  image_url: z
    .string({ error: 'only images with an image_url are supported' })
    .regex(
      /^(?:https?:\/\/\S+|data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=_-]+)$/i,
      'use an http(s) URL, or data:image/…;base64,…',
    ),
  detail: z.enum(imageDetails).nullish(),
});
const filePart = z
  .object({
    type: z.literal('input_file'),
    filename: z.string().min(1).nullish(),
    file_data: z
      .string()
      .regex(
        /^(?:data:[a-z0-9]+\/[a-z0-9.+-]+;base64,)?[A-Za-z0-9+/=_-]+$/i,
        'use base64 or data:application/pdf;base64,…',
      )
      .nullish(),
    file_url: z
      .string()
      .regex(/^https?:\/\/\S+$/i, 'use an http(s) URL')
      .nullish(),
    file_id: z.string().min(1).nullish(),
  })
  .refine(
    ({ file_data: data, file_url: url, file_id: id }) => data || url || id,
    'add file_data, file_url or file_id',
  );
const partSchema = z.discriminatedUnion('type', [textPart, refusalPart, imagePart, filePart], {
  error: 'parts must be of type input_text, input_image, input_file, output_text or refusal',
});
export type ResponsePart = z.output<typeof partSchema>;
const contentSchema = z.union(
  [z.string(), z.array(partSchema)],
  'content must be a text or a list of parts',
);

const status = z.string().nullish();
const itemId = z.string().min(1).nullish();

const messageItem = z.object({
  type: z.literal('message').default('message'),
  id: itemId,
  status,
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: contentSchema,
});
const functionCall = z.object({
  type: z.literal('function_call'),
  id: itemId,
  status,
  call_id: z.string().min(1),
  name: z.string().min(1),
  arguments: z.string().describe('JSON text of an object'),
});
const functionOutput = z.object({
  type: z.literal('function_call_output'),
  id: itemId,
  status,
  call_id: z.string().min(1),
  output: contentSchema,
});
const customCall = z.object({
  type: z.literal('custom_tool_call'),
  id: itemId,
  status,
  call_id: z.string().min(1),
  name: z.string().min(1),
  input: z.string(),
});
const customOutput = functionOutput.extend({ type: z.literal('custom_tool_call_output') });
const reasoningItem = z.object({
  type: z.literal('reasoning'),
  id: itemId,
  status,
  summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })).default([]),
  content: z.array(z.object({ type: z.string(), text: z.string().nullish() })).nullish(),
  encrypted_content: z.string().nullish(),
});
const reference = z.object({
  type: z.literal('item_reference').default('item_reference'),
  id: z.string().min(1),
});

/** One entry of a conversation that Baton carries to the model. */
export const responseItemSchema = z.union([
  messageItem,
  functionCall,
  functionOutput,
  customCall,
  customOutput,
  reasoningItem,
]);
export type ResponseItem = z.output<typeof responseItemSchema>;

const carriedTypes =
  'message function_call function_call_output custom_tool_call custom_tool_call_output reasoning item_reference'.split(
    ' ',
  );
/** One that OpenAI's servers made with tools of their own. */
const otherItem = z.object({
  type: z.string().refine((type) => !carriedTypes.includes(type), 'an item is not complete'),
});

export const inputItemSchema = z
  .union(
    [...responseItemSchema.options, reference, otherItem],
    'an item is a message with a role and a content, a function_call, a function_call_output, a reasoning, or an item_reference',
  )
  .meta({ id: 'ResponseInputItem' });
export type InputItem = z.output<typeof inputItemSchema>;
