import { z } from 'zod';
import { messagePlaces } from '../models/message-places.ts';
import type { MessagePlace } from '../models/message-places.ts';
import { instantSchema, jsonObjectSchema, listOf, taintSchema } from './values.ts';

const messageSchema = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), text: z.string() }),
  z.object({ role: z.literal('user'), text: z.string(), outside: taintSchema }),
  z.object({
    role: z.literal('assistant'),
    text: z.string(),
    reasoning: z
      .array(z.string())
      .describe('The reasoning of the model, if its provider returns it'),
    model: z.string().nullable().describe('The model that answered, as `provider:model`'),
    toolCalls: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        args: jsonObjectSchema,
        argsError: z.string().optional().describe('Set if the arguments were not valid JSON'),
        argsText: z
          .string()
          .optional()
          .describe('What the model wrote, if it was not a JSON object'),
      }),
    ),
  }),
  z.object({
    role: z.literal('tool'),
    callId: z.string().describe('The call that this answers'),
    name: z.string(),
    text: z.string(),
    isError: z.boolean(),
    outside: taintSchema,
  }),
]);
export type MessageView = z.infer<typeof messageSchema>;

export const conversationSchema = z
  .object({
    id: z.string().describe("For an agent, also its workflow's id"),
    nodePath: z.string(),
    agent: z.object({ name: z.string(), role: z.string() }),
    openedAt: instantSchema,
    outside: taintSchema.describe('Untrusted sources that its task depends on'),
    messages: z.array(
      z.object({
        turn: z.number().int().describe('0 holds the system prompt and the task'),
        at: instantSchema,
        message: messageSchema,
        place: z
          .enum(Object.keys(messagePlaces) as [MessagePlace, ...MessagePlace[]])
          .optional()
          .describe(
            'Messages from Baton to the agent in this turn. A summary replaces all turns up to its own',
          ),
      }),
    ),
  })
  .meta({ id: 'Conversation' });
export type ConversationView = z.infer<typeof conversationSchema>;

export const conversationListQuery = z.object({
  nodePath: z
    .string()
    .min(1)
    .describe('The agent or model node, or the delegation: `write/turn-1-0-research`'),
});
export const conversationListSchema = listOf(conversationSchema, 'ConversationList');
