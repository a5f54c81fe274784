import { z } from 'zod';
import { eventNameSchema } from '../../../contracts/triggers/event-name.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { Services } from '../services.ts';
import { defineTool } from '../../tool-kit/define-tool.ts';
import type { ToolContext } from '../../tool-kit/tool.ts';

export const emitEvent = defineTool({
  name: 'emit_event',
  description:
    'Publishes an event with data. It starts the pipelines that have a trigger for events of this name, and continues ' +
    'the runs that wait for such an event. If Baton retries the call, this still happens only once.',
  category: 'system',
  plan: 'free',
  rateLimit: { minute: 60 },
  sideEffect: true,
  example: { name: 'report.ready', data: { title: 'The morning report' } },
  schema: z.strictObject({
    name: eventNameSchema.describe('The name of the event, such as report.ready'),
    data: z
      .record(z.string(), z.unknown())
      .default({})
      .describe('The data of the event, which triggers read as event.data'),
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
