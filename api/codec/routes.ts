import type { Payload } from '@temporalio/common';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { codecQuery, payloadsSchema } from '../../contracts/api/index.ts';
import { UnreadablePayload } from '../../keys/payload-codec.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';

/** Temporal takes payloads of 2 MB, which are longer in Base64, and its command asks for all of an event at once. */
const bodyLimit = 16 * 1024 * 1024;

/** Payloads, and entries of their metadata, of which Baton writes three each. */
const mostEntries = 20_000;

type WirePayload = z.infer<typeof payloadsSchema>['payloads'][number];

/**
 * A codec server, by which Temporal's UI and command show what is encrypted. What they send, it leaves in plain text:
 * whoever had it encrypted could forge what looks like Baton's own.
 */
export const codecRoutes: FastifyPluginAsyncZod<Services> = async (app, { temporal }) => {
  app.post(
    '/temporal/codec/decode',
    {
      bodyLimit,
      preValidation: requireFew,
      schema: {
        tags: ['temporal'],
        summary: 'Decrypt Temporal payloads, for the Temporal UI and CLI',
        description: 'Use `/api/v1/temporal/codec` as the codec endpoint (`--codec-endpoint`).',
        querystring: codecQuery,
        body: payloadsSchema,
        response: { 200: payloadsSchema, ...problems },
      },
    },
    async ({ body: { payloads } }) => {
      try {
        return { payloads: (await temporal.decode(payloads.map(fromWire))).map(toWire) };
      } catch (error) {
        if (error instanceof UnreadablePayload) throw new Problem('invalid-request', error.message);
        throw error;
      }
    },
  );

  app.post(
    '/temporal/codec/encode',
    {
      bodyLimit,
      preValidation: requireFew,
      schema: {
        tags: ['temporal'],
        summary: 'Return payloads unchanged: what the Temporal UI and CLI send is not encrypted',
        querystring: codecQuery,
        body: payloadsSchema,
        response: { 200: payloadsSchema, ...problems },
      },
    },
    async ({ body }) => body,
  );
};

/** Counted before anything looks at them one by one. */
async function requireFew({ body }: FastifyRequest): Promise<void> {
  const { payloads } = (body ?? {}) as { payloads?: unknown };
  if (!Array.isArray(payloads)) return;
  let entries = 0;
  for (const payload of payloads as { metadata?: unknown }[]) {
    const metadata = payload?.metadata;
    entries += 1 + (metadata && typeof metadata === 'object' ? Object.keys(metadata).length : 0);
    if (entries > mostEntries) {
      const detail = `Send at most ${mostEntries.toLocaleString('en-US')} payloads with their metadata at once.`;
      throw new Problem('invalid-request', detail);
    }
  }
}

function fromWire({ metadata = {}, data }: WirePayload): Payload {
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata).map(([name, text]) => [name, Buffer.from(text, 'base64')]),
    ),
    data: Buffer.from(data ?? '', 'base64'),
  };
}

function toWire({ metadata, data }: Payload): WirePayload {
  return {
    metadata: Object.fromEntries(
      Object.entries(metadata ?? {}).map(([name, bytes]) => [name, base64(bytes)]),
    ),
    data: base64(data ?? new Uint8Array()),
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
