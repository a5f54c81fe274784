import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  exampleExportQuery,
  exampleListQuery,
  exampleListSchema,
  exampleSchema,
  newExampleSchema,
} from '../../contracts/api/index.ts';
import type { ExampleView } from '../../contracts/api/index.ts';
import type { ExampleRepository, ExampleRow } from '../../db/repositories/models/examples.ts';
import { requirePrincipal } from '../access/principal.ts';
import { decodeCursor, pageOf } from '../base/cursor.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import { newExampleId } from '../base/run-id.ts';
import type { Services } from '../services.ts';

const params = z.object({ id: z.string() });

/** Requests that are kept with the answer that is expected. */
export const exampleRoutes: FastifyPluginAsyncZod<Services> = async (app, { examples }) => {
  app.get(
    '/examples',
    {
      schema: {
        tags: ['requests'],
        summary: 'List examples for evaluation, newest first',
        querystring: exampleListQuery,
        response: { 200: exampleListSchema, ...problems },
      },
    },
    async ({ query: { cursor, limit, label } }) => {
      const after = cursor === undefined ? undefined : decodeCursor(cursor);
      const rows = await examples.list({ label, after, limit: limit + 1 });
      return pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }), viewExample);
    },
  );

  app.post(
    '/examples',
    {
      config: { audit: { action: 'document.changed', tells: ['name'] } },
      schema: {
        tags: ['requests'],
        summary: 'Keep a request with its expected answer as an example for evaluation',
        description:
          'Everyone with the right to read can see all examples, including those made from requests that they cannot see.',
        body: newExampleSchema,
        response: { 201: exampleSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const { requestId = null, ...example } = asked.body;
      const { name: createdBy } = requirePrincipal(asked);
      const id = newExampleId();
      const row = await examples.add({
        ...example,
        id,
        requestId,
        createdBy,
        createdAt: new Date(),
      });
      return reply.code(201).header('location', `/api/v1/examples/${id}`).send(viewExample(row));
    },
  );

  app.get(
    '/examples/:id',
    {
      schema: {
        tags: ['requests'],
        summary: 'Get an example',
        params,
        response: { 200: exampleSchema, ...problems },
      },
    },
    async ({ params: { id } }) => {
      const row = await examples.get(id);
      if (row) return viewExample(row);
      throw notFound(id);
    },
  );

  app.delete(
    '/examples/:id',
    {
      config: { audit: { action: 'document.changed' } },
      schema: {
        tags: ['requests'],
        summary: 'Delete an example',
        params,
        response: { 204: z.null(), ...problems },
      },
    },
    async ({ params: { id } }, reply) => {
      if (await examples.remove(id)) return reply.code(204).send(null);
      throw notFound(id);
    },
  );

  app.get(
    '/examples.jsonl',
    {
      schema: {
        tags: ['requests'],
        summary: 'Export examples as JSON lines: input, expected, metadata',
        description:
          'Newest first. `input` is the messages, `expected` the answer as text, and `metadata` has the name, the labels and ' +
          'what else the request has: the form that evaluations of OpenAI, Braintrust and others read.',
        querystring: exampleExportQuery,
        response: {
          200: {
            description: 'One example per line',
            content: { 'application/x-ndjson': { schema: z.string() } },
          },
          ...problems,
        },
      },
    },
    async ({ query: { label } }, reply) =>
      reply
        .type('application/x-ndjson')
        .send(Readable.from(linesOf(examples, label)) as unknown as string),
  );
};

const exportedAtOnce = 100;

async function* linesOf(examples: ExampleRepository, label: string | undefined) {
  let after: { at: Date; id: string } | undefined;
  for (;;) {
    const rows = await examples.list({ label, after, limit: exportedAtOnce });
    for (const row of rows) {
      after = { at: row.createdAt, id: row.id };
      yield `${JSON.stringify(exportedExample(row))}\n`;
    }
    if (rows.length < exportedAtOnce) return;
  }
}

/** An example in the form that evaluations read. */
function exportedExample({
  id,
  name,
  labels,
  request,
  expected,
  requestId,
  createdAt,
}: ExampleRow) {
  const { messages, ...rest } = request;
  return {
    input: messages,
    expected,
    metadata: { id, name, labels, requestId, createdAt: createdAt.toISOString(), request: rest },
  };
}

function viewExample({ createdAt, createdBy: keptBy, ...row }: ExampleRow): ExampleView {
  return { ...row, keptBy, createdAt: createdAt.toISOString() };
}

function notFound(id: string): Problem {
  return new Problem('not-found', `Example ${id} not found.`);
}
