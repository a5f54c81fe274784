import { z } from 'zod';
import { imageDetails } from '../../models/messages.ts';
import { jsonObjectSchema } from '../values.ts';

/** Anthropic's mark of where what is cached ends. */
export const cacheControlSchema = jsonObjectSchema.nullish();

const textPartSchema = z.object({
  type: z.literal('text'),
  text: z.string(),
  cache_control: cacheControlSchema,
});

const base64 = z.string().regex(/^[A-Za-z0-9+/=_-]+$/, 'write base64');

const imagePartSchema = z.object({
  cache_control: cacheControlSchema,
  type: z.literal('image_url'),
  image_url: z.object({
    detail: z.enum(imageDetails).nullish(),
    url: z
      .string()
      .regex(
        /^(?:https?:\/\/\S+|data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/=_-]+)$/i,
        'use an http(s) URL, or data:image/…;base64,…',
      )
      .describe('An http(s) URL or a data: URL'),
  }),
});

const audioPartSchema = z.object({
  cache_control: cacheControlSchema,
  type: z.literal('input_audio'),
  input_audio: z.object({ data: base64, format: z.enum(['wav', 'mp3']) }),
});

const filePartSchema = z.object({
  cache_control: cacheControlSchema,
  type: z.literal('file'),
  file: z
    .object({
      filename: z.string().min(1).nullish(),
      file_data: z
        .string()
        .regex(
          /^(?:https?:\/\/\S+|(?:data:[a-z0-9]+\/[a-z0-9.+-]+;base64,)?[A-Za-z0-9+/=_-]+)$/i,
          'use base64, data:application/pdf;base64,… or an http(s) URL',
        )
        .nullish(),
      file_id: z.string().min(1).nullish(),
    })
    .refine(({ file_data: data, file_id: id }) => data || id, 'add file_data or file_id'),
});

const contentError = 'content must be a text or a list of parts';
const mediaSchema = z.array(
  z.discriminatedUnion('type', [textPartSchema, imagePartSchema, audioPartSchema, filePartSchema], {
    error: 'content parts must be of type text, image_url, input_audio or file',
  }),
);
const textsSchema = z.union(
  [
    z.string(),
    z.array(
      z.discriminatedUnion('type', [textPartSchema], {
        error: 'only text parts are supported here',
      }),
    ),
  ],
  contentError,
);

const commonShape = { name: z.string().nullish(), cache_control: cacheControlSchema };

const instructionSchema = <Role extends 'system' | 'developer'>(role: Role) =>
  z.object({ role: z.literal(role), content: textsSchema, ...commonShape });

const userSchema = z.object({
  role: z.literal('user'),
  content: z.union([z.string(), mediaSchema], contentError),
  ...commonShape,
});

/** What a provider wants back with its own words; clients that keep unknown fields bring it back. */
export const batonContentSchema = z.object({
  model: z.string().describe('The model that answered'),
  reasoning: z.array(z.object({ text: z.string(), opaque: jsonObjectSchema.optional() })),
});

/** The signature that Gemini wants back with a call, where its own API has it too. */
export const callContentSchema = z.object({
  google: z.object({ thought_signature: z.string().nullish() }).nullish(),
});

const toolCallSchema = z.object({
  id: z.string().min(1),
  type: z.literal('function').default('function'),
  function: z.object({
    name: z.string().min(1),
    arguments: z.string().describe('JSON text of an object'),
  }),
  extra_content: callContentSchema.nullish(),
});

const saidPartSchema = z.discriminatedUnion(
  'type',
  [textPartSchema, z.object({ type: z.literal('refusal'), refusal: z.string() })],
  { error: 'only parts of type text and refusal are supported here' },
);

const assistantSchema = z.object({
  role: z.literal('assistant'),
  content: z.union([z.string(), z.array(saidPartSchema)], contentError).nullish(),
  refusal: z.string().nullish(),
  ...commonShape,
  reasoning_content: z.string().nullish().describe('Its reasoning, copied from an answer'),
  tool_calls: z.array(toolCallSchema).nullish(),
  extra_content: z
    .object({ baton: batonContentSchema.nullish() })
    .nullish()
    .describe(
      'Copied from an answer: the signature of its reasoning, for the provider that it came from',
    ),
});

const toolSchema = z.object({
  role: z.literal('tool'),
  tool_call_id: z.string().min(1),
  content: z.union([z.string(), mediaSchema], contentError),
  cache_control: cacheControlSchema,
});

export const chatMessageSchema = z
  .discriminatedUnion(
    'role',
    [
      instructionSchema('system'),
      instructionSchema('developer'),
      userSchema,
      assistantSchema,
      toolSchema,
    ],
    { error: 'role must be system, developer, user, assistant or tool' },
  )
  .meta({ id: 'GatewayMessage' });
export type WireMessage = z.output<typeof chatMessageSchema>;
