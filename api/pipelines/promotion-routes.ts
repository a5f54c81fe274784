import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  promoteSchema,
  promotionListSchema,
  setPublishingSchema,
  storedPipelineSchema,
} from '../../contracts/api/index.ts';
import type { JsonObject } from '../../contracts/base/json.ts';
import { whileShowing } from '../../db/sealing.ts';
import { requirePrincipal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';
import { requirePipeline, requireVersion } from '../catalog/require-pipeline.ts';
import { readPipeline, requireToTrigger } from './save-pipeline.ts';
import { viewPipeline, viewPromotion } from './view-pipeline.ts';

const params = z.object({ name: z.string() });

/** Which version of a pipeline runs start with. Also where no key opens that one: another can take its place. */
export const promotionRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const { pipelines } = services;

  const requireStored = (name: string) => whileShowing(() => requirePipeline(services, name));

  function viewNow(name: string) {
    return whileShowing(async () => {
      const live = await requirePipeline(services, name);
      return viewPipeline((await pipelines.newest(name)) ?? live, live.hash);
    });
  }

  app.get(
    '/pipelines/:name/promotions',
    {
      schema: {
        tags: ['pipelines'],
        summary: 'List which versions became live, when and by whom: the last 100, newest first',
        params,
        response: { 200: promotionListSchema, ...problems },
      },
    },
    async ({ params: { name } }) => {
      await requireStored(name);
      const rows = await pipelines.promotions(name);
      return { items: rows.map(viewPromotion), nextCursor: null };
    },
  );

  app.post(
    '/pipelines/:name/promotions',
    {
      config: { audit: { action: 'document.changed' } },
      schema: {
        tags: ['pipelines'],
        summary: 'Make a version of a pipeline live, also an older one: that rolls back',
        description:
          'Runs, triggers and pipelines that run it follow the live version from then on. Runs that have started keep theirs. ' +
          'Its triggers act for who promotes it. Where saving makes a version live, an older one becomes the document again.',
        params,
        body: promoteSchema,
        response: { 200: storedPipelineSchema, ...problems },
      },
    },
    async (asked) => {
      const { name } = asked.params;
      await requireStored(name);
      const { hash, document, text } = await requireVersion(services, name, asked.body.version);
      const by = requirePrincipal(asked);
      requireToTrigger(by, document);
      // What it names may be gone since it was saved.
      await readPipeline(services, { body: document as JsonObject, yaml: text }, name);
      await whileShowing(() => pipelines.promote(name, hash, { user: by.user, name: by.name }));
      return viewNow(name);
    },
  );

  app.put(
    '/pipelines/:name/publishing',
    {
      config: { audit: { action: 'document.changed' } },
      schema: {
        tags: ['pipelines'],
        summary: 'Choose whether saving makes a version live, or somebody promotes it',
        description:
          'A pipeline that ships with Baton becomes your own when you choose `by-hand`. `on-save` is refused while a saved version is not live.',
        params,
        body: setPublishingSchema,
        response: { 200: storedPipelineSchema, ...problems },
      },
    },
    async ({ params: { name }, body: { publishing } }) => {
      await requireStored(name);
      const done = await whileShowing(() => pipelines.setPublishing(name, publishing));
      if (done === 'draft') {
        throw new Problem(
          'conflict',
          `The version of pipeline ${name} that was saved last is not live. Promote it, or save what is live again; then choose on-save.`,
        );
      }
      return viewNow(name);
    },
  );
};
