import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { idempotencyHeaders, jsonSchema, webhookAnswerSchema } from '../../contracts/api/index.ts';
import type { TriggerOf } from '../../contracts/pipelines/triggers/index.ts';
import { ExpressionError } from '../../contracts/expressions/index.ts';
import { isJsonObject } from '../../contracts/base/json.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import { isSameSecret } from '../../db/repositories/access/secrets.ts';
import type { FiringRow, NewFiring } from '../../db/repositories/triggers/firings.ts';
import type { TriggerRow } from '../../db/repositories/triggers/triggers.ts';
import { isSigned } from '../../keys/webhook-signatures.ts';
import { clientSignal } from '../base/client-signal.ts';
import { Problem } from '../base/problem.ts';
import { problems } from '../base/responses.ts';
import { keyOf } from '../plugins/shown-credentials.ts';
import { checkedInput } from '../runs/create-run.ts';
import type { Services } from '../services.ts';
import { fireNow, firingKey } from './fire-now.ts';
import { inputOf } from './start-firing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The text of a body, which a signature is of. */
    rawBody: string;
  }
}

/** A caller who wants the result waits for so long. */
const waitMs = 60_000;
/** Both for what is wrong and for what is not there, so that nobody finds out which webhooks there are. */
const refusal =
  'Webhook not found, or its signature or key is wrong or too old. Sign `<seconds>.<body>` with HMAC-SHA256 and send ' +
  '`Baton-Signature: t=<seconds>,v1=<hex>`; for a webhook with a key, send `Authorization: Bearer SECRET`.';

/** The webhooks of triggers, which have secrets of their own. */
export const hookRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.decorateRequest('rawBody', '');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (asked, text, done) => {
      asked.rawBody = text;
      parse(asked, text, (error, body) => {
        if (error) done(new Problem('malformed-body', 'The body is not JSON.'));
        else done(null, body);
      });
    },
  );

  app.post(
    '/hooks/:id',
    {
      config: { public: true },
      schema: {
        tags: ['triggers'],
        summary: 'Call the webhook of a trigger: it starts a run',
        description:
          'Sign the body with the secret of the trigger (`Baton-Signature: t=<seconds>,v1=<hex>`, the HMAC-SHA256 of `<seconds>.<body>`), ' +
          'or send the secret as a bearer token, depending on the trigger. 202 with the run; 200 with its outcome, if the trigger answers ' +
          'with the result. Sending the same signed request or the same Idempotency-Key again starts no second run.',
        security: [],
        params: z.object({ id: z.string() }),
        headers: idempotencyHeaders,
        body: jsonSchema,
        response: { 200: webhookAnswerSchema, 202: webhookAnswerSchema, ...problems },
      },
    },
    async (asked, reply) => {
      const { row, definition } = await requireCaller(services, asked);
      if (row.pausedAt !== null) throw new Problem('conflict', `${row.id} is paused.`);
      const { body } = asked;
      if (!isJsonObject(body)) {
        throw new Problem(
          'invalid-request',
          'The body is not an object. Send a JSON object with the inputs.',
        );
      }
      const firing: NewFiring = {
        trigger: row.id,
        kind: 'webhook',
        at: new Date(),
        event: { data: body },
        key: firingKey('call', asked.headers['idempotency-key'] ?? signatureIn(asked)),
      };
      await requireInput(services, row, firing);
      const fired = await fireNow(services, firing);
      if (!isDeepStrictEqual(fired.event, firing.event)) {
        const detail =
          'This Idempotency-Key was used for another body. Use a new key for a new request.';
        throw new Problem('key-in-use', detail);
      }
      if (definition.respond === 'with-result' && fired.status === 'started') {
        const wait = AbortSignal.any([clientSignal(reply), AbortSignal.timeout(waitMs)]);
        // What has not ended by then is told of as it is.
        await services.temporal.end(fired.runId, wait).catch(() => undefined);
      }
      const answer = await answerOf(services, fired, definition);
      reply.code(answer.run && hasEnded(answer.run.status) ? 200 : 202);
      return answer;
    },
  );
};

/** @throws {Problem} `unauthorized`, or `too-many-requests` for an address that was wrong often. */
async function requireCaller(
  { triggers }: Services,
  asked: FastifyRequest,
): Promise<{ row: TriggerRow; definition: TriggerOf<'webhook'> }> {
  const { id } = asked.params as { id: string };
  const row = await triggers.get(id);
  const definition = row?.definition;
  if (row && definition?.kind === 'webhook' && isKnown(asked, row, definition)) {
    return { row, definition };
  }
  await asked.server.refuseSecret(asked, 'webhook', signatureIn(asked) ?? keyOf(asked) ?? '');
  throw new Problem('unauthorized', refusal);
}

function isKnown(asked: FastifyRequest, row: TriggerRow, { auth }: TriggerOf<'webhook'>): boolean {
  const { secret, oldSecret, oldSecretUntil } = row;
  const isOldGood = oldSecretUntil !== null && oldSecretUntil.getTime() > Date.now();
  const secrets = [secret, isOldGood ? oldSecret : null].filter((each) => each !== null);
  if (auth === 'signature') return isSigned(asked.rawBody, signatureIn(asked) ?? '', secrets);
  const given = keyOf(asked) ?? '';
  return secrets.some((each) => isSameSecret(given, each));
}

function signatureIn({ headers }: FastifyRequest): string | undefined {
  return [headers['baton-signature']].flat()[0];
}

/**
 * Checks the input before anything starts: the caller is told what is wrong with it, and so is the history.
 * @throws {Problem} `invalid-input`
 */
async function requireInput(
  { pipelines, firings }: Services,
  row: TriggerRow,
  firing: NewFiring,
): Promise<void> {
  try {
    const input = inputOf(firing, row);
    const { version } = row.definition;
    const stored =
      version === undefined
        ? await pipelines.get(row.pipeline)
        : (await pipelines.versionsMeant(row.pipeline, String(version)))[0];
    if (stored) checkedInput(stored.document, input);
  } catch (error) {
    if (!(error instanceof Problem || error instanceof ExpressionError)) throw error;
    await firings.refuse(firing, error.message);
    if (error instanceof Problem) throw error;
    throw new Problem('invalid-input', `The input cannot be built from the body: ${error.message}`);
  }
}

async function answerOf(
  { runs, artifacts }: Services,
  { id, status, reason, runId }: FiringRow,
  { respond }: TriggerOf<'webhook'>,
): Promise<z.infer<typeof webhookAnswerSchema>> {
  const starts = status === 'started' || status === 'pending';
  const answer = { firing: id, status, reason, runId: starts ? runId : null, run: null };
  if (respond === 'at-once' || status !== 'started') return answer;
  const run = await runs.get(runId);
  if (!run) return answer;
  const output = await artifacts.resolve(run.output);
  return { ...answer, run: { status: run.status, output, error: run.error } };
}
