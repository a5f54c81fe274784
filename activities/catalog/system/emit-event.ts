import { z } from 'zod';
import { eventNameSchema } from '../../../contracts/triggers/event-name.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { Services } from '../services.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';

export const emitEvent = defineTool({
  name: 'emit_event',
  description:
    'Tells of an event. The pipelines with a trigger that waits for an event of this name start, with the data, and runs that wait for ' +
    'it go on. If Baton retries the call, that still happens only once.',
  category: 'system',
  plan: 'free',
  rateLimit: { minute: 60 },
  sideEffect: true,
  example: { name: 'report.ready', data: { title: 'The morning report' } },
  schema: z.strictObject({
    name: eventNameSchema.describe('What triggers wait for, such as report.ready'),
    data: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('What the triggers read as event.data'),
  }),
  label: ({ name = '' }) => name,
  async handle({ name, data }, { services, key, runId, user }: ToolContext<Services>) {
    const told = await services.emitEvent({
      name,
      data: data as JsonObject,
      id: key,
      runId,
      user,
    });
    return { name, ...told };
  },
});
