import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { entriesOf } from '../../contracts/access/approvers.ts';
import { eventSchema, newEventSchema } from '../../contracts/api/index.ts';
import { requirePrincipal } from '../access/principal.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';
import { viewFiring } from './view-trigger.ts';

/** So many of those that an event does not count for are in the answer. */
const mostPassedOver = 100;

/** Events that triggers, and nodes of runs, wait for. */
export const eventRoutes: FastifyPluginAsyncZod<Services> = async (app, { events }) => {
  app.post(
    '/events',
    {
      schema: {
        tags: ['triggers'],
        summary: 'Publish an event: the triggers for it fire, and runs that wait for it continue',
        description:
          'When the answer arrives, all firings are stored, or none. Their runs start within moments. An event that nothing waits for is not stored.',
        body: newEventSchema,
        response: { 202: eventSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const { name, data, id = randomUUID() } = asked.body;
      const principal = requirePrincipal(asked);
      const sender = entriesOf(principal);
      const told = await events.emit({ name, data, id, by: principal.name, sender });
      reply.code(202);
      const { waits: received, passedOver } = told;
      return {
        name,
        id,
        firings: told.firings.map(viewFiring),
        received,
        passedOver: passedOver.slice(0, mostPassedOver),
        morePassedOver: Math.max(0, passedOver.length - mostPassedOver),
      };
    },
  );
};
