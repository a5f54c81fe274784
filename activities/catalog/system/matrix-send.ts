import { z } from 'zod';
import type { Services } from '../services.ts';
import { serviceOf } from '../../tool-kit/set-up.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';

export const matrixSend = defineTool({
  name: 'matrix_send',
  description:
    'Sends a text message to a Matrix room. If Baton retries the call, the message is still sent only once.',
  category: 'system',
  plan: 'free',
  rateLimit: { minute: 20 },
  sideEffect: true,
  example: { room: '!desk:example.org', text: 'The report is ready.' },
  missing: ({ BATON_MATRIX_URL: url, BATON_MATRIX_TOKEN: token }) =>
    url === undefined || token === undefined
      ? 'set BATON_MATRIX_URL and BATON_MATRIX_TOKEN'
      : undefined,
  schema: z.strictObject({
    room: z
      .string()
      .regex(/^![^\s/]{1,250}$/, 'give the id of a room, such as !abc:example.org')
      .describe('The id of the room, starting with "!"'),
    text: z.string().min(1).max(20_000).describe('The message'),
  }),
  label: ({ room = '' }) => room,
  async handle({ room, text }, { services, key, signal }: ToolContext<Services>) {
    const eventId = await serviceOf(services.matrix).send({ room, text, key, signal });
    return { room, eventId };
  },
});
