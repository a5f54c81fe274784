import { z } from 'zod';
import { jsonObjectSchema } from '../../values.ts';

const marked = { cache_control: jsonObjectSchema.nullish() };
const textBlock = z.looseObject({ type: z.literal('text'), text: z.string(), ...marked });
const httpUrl = z.string().regex(/^https?:\/\/\S+$/i, 'use an http(s) URL');

const base64 = z.string().regex(/^[A-Za-z0-9+/=_-]+$/, 'write base64');
const imageBlock = z.looseObject({
  type: z.literal('image'),
  ...marked,
  source: z.discriminatedUnion(
    'type',
    [
      z.object({
        type: z.literal('base64'),
        media_type: z.string().regex(/^image\/[a-z0-9.+-]+$/i, 'use a type such as image/png'),
        data: base64,
      }),
      z.object({ type: z.literal('url'), url: httpUrl }),
    ],
    { error: 'the source of an image must be of type base64 or url' },
  ),
});

const documentBlock = z.looseObject({
  type: z.literal('document'),
  ...marked,
  title: z.string().nullish(),
  context: z.string().nullish(),
  source: z.discriminatedUnion(
    'type',
    [
      z.object({ type: z.literal('text'), data: z.string() }),
      z.object({
        type: z.literal('content'),
        content: z.union([z.string(), z.array(textBlock)], 'a document can contain only text'),
      }),
      z.object({
        type: z.literal('base64'),
        media_type: z
          .string()
          .regex(/^[a-z0-9]+\/[a-z0-9.+-]+$/i, 'use a type such as application/pdf'),
        data: base64,
      }),
      z.object({ type: z.literal('url'), url: httpUrl }),
      z.object({ type: z.literal('file'), file_id: z.string().min(1) }),
    ],
    { error: 'the source of a document must be of type text, content, base64, url or file' },
  ),
});

const searchResultBlock = z.looseObject({
  type: z.literal('search_result'),
  ...marked,
  source: z.string(),
  title: z.string(),
  content: z.array(textBlock),
});

const readable = [textBlock, imageBlock, documentBlock, searchResultBlock] as const;
const readableNames = 'text, image, document or search_result';

const toolResultBlock = z.looseObject({
  type: z.literal('tool_result'),
  ...marked,
  tool_use_id: z.string().min(1),
  is_error: z.boolean().nullish(),
  content: z
    .union(
      [
        z.string(),
        z.array(
          z.discriminatedUnion('type', readable, {
            error: `the content of a tool_result must be of type ${readableNames}`,
          }),
        ),
      ],
      'content must be a text or a list of blocks',
    )
    .nullish(),
});

const toolUseBlock = z.looseObject({
  type: z.literal('tool_use'),
  ...marked,
  id: z.string().min(1),
  name: z.string().min(1),
  input: jsonObjectSchema,
});

const thinkingBlock = z.looseObject({
  type: z.literal('thinking'),
  thinking: z.string(),
  signature: z.string().default(''),
});
const redactedBlock = z.object({ type: z.literal('redacted_thinking'), data: z.string() });

const contentError = 'content must be a text or a list of blocks';
const contentOf = <Block extends z.ZodType>(blocks: Block) =>
  z.union([z.string(), z.array(blocks)], contentError);

const userBlock = z.discriminatedUnion('type', [...readable, toolResultBlock], {
  error: `blocks of a user must be of type ${readableNames}, or tool_result`,
});
const assistantBlock = z.discriminatedUnion(
  'type',
  [textBlock, toolUseBlock, thinkingBlock, redactedBlock],
  { error: 'blocks of an assistant must be of type text, tool_use, thinking or redacted_thinking' },
);

export const anthropicSystemSchema = contentOf(textBlock);

export const anthropicMessageSchema = z
  .discriminatedUnion(
    'role',
    [
      z.object({ role: z.literal('user'), content: contentOf(userBlock) }),
      z.object({ role: z.literal('assistant'), content: contentOf(assistantBlock) }),
      z.object({ role: z.literal('system'), content: anthropicSystemSchema }),
    ],
    { error: 'role must be user, assistant or system' },
  )
  .meta({ id: 'AnthropicMessage' });
export type AnthropicMessage = z.output<typeof anthropicMessageSchema>;
export type AnthropicReadable = z.output<(typeof readable)[number]>;
