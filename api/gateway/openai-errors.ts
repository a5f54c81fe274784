import type { FastifyInstance, FastifyReply } from 'fastify';
import { problemKinds } from '../../contracts/api/index.ts';
import type { ProblemKind } from '../../contracts/api/index.ts';
import type { OpenAIError } from '../../contracts/api/gateway/index.ts';
import { drainBody } from '../plugins/bodies.ts';
import { notFound, orNotFound, toProblem } from '../plugins/errors.ts';
import { problemHeaders, problemText } from '../base/problem.ts';
import type { Problem } from '../base/problem.ts';

/** The most that the body of a request to the gateway may have: images are a part of it. */
export const gatewayBodyLimitBytes = 20 * 1024 * 1024;

type Told = { type: string; code: string | null; status?: number; isNotToBeRetried?: true };

/** Problems in the terms of OpenAI's API; `status` where it differs. */
const told: Partial<Record<ProblemKind, Told>> = {
  'malformed-body': { type: 'invalid_request_error', code: 'invalid_json' },
  'invalid-request': { type: 'invalid_request_error', code: 'invalid_value', status: 400 },
  'refused-by-model': { type: 'invalid_request_error', code: 'refused_by_model' },
  unauthorized: { type: 'invalid_request_error', code: 'invalid_api_key' },
  'over-budget': { type: 'insufficient_quota', code: 'budget_exceeded' },
  forbidden: { type: 'invalid_request_error', code: 'forbidden' },
  'not-found': { type: 'invalid_request_error', code: 'unknown_url' },
  'not-offered': { type: 'invalid_request_error', code: 'not_offered' },
  'malformed-url': { type: 'invalid_request_error', code: 'invalid_url' },
  'method-not-allowed': { type: 'invalid_request_error', code: 'method_not_supported' },
  'unknown-model': { type: 'invalid_request_error', code: 'model_not_found' },
  'call-cancelled': { type: 'conflict_error', code: 'call_cancelled' },
  'body-too-large': { type: 'invalid_request_error', code: 'request_too_large' },
  'unsupported-media-type': { type: 'invalid_request_error', code: 'unsupported_media_type' },
  'idempotency-mismatch': { type: 'idempotency_error', code: 'idempotency_key_reused' },
  'context-too-long': { type: 'invalid_request_error', code: 'context_length_exceeded' },
  'content-filtered': { type: 'invalid_request_error', code: 'content_filter' },
  'quota-used-up': {
    type: 'insufficient_quota',
    code: 'insufficient_quota',
    isNotToBeRetried: true,
  },
  'rate-limited': { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  'too-many-requests': { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  // The gateway has tried what there was to try.
  'models-failed': { type: 'api_error', code: 'all_models_failed', isNotToBeRetried: true },
  'answer-does-not-fit': { type: 'invalid_request_error', code: 'answer_does_not_fit' },
  'call-interrupted': { type: 'api_error', code: 'call_interrupted', isNotToBeRetried: true },
  unavailable: { type: 'api_error', code: 'unavailable' },
  'disk-full': { type: 'api_error', code: 'disk_full' },
  'call-timeout': { type: 'api_error', code: 'timeout' },
};

const other: Told = { type: 'api_error', code: 'internal_error' };

/** A problem in the form of OpenAI's API. */
export function toOpenAIError(problem: Problem): OpenAIError {
  const { type, code } = told[problem.kind] ?? other;
  const param = problem.errors?.[0]?.path ?? null;
  return {
    error: { message: problemText(problem), type, param: param === '' ? null : param, code },
  };
}

/** The status of a problem in the gateway, and whether clients are told not to ask again. */
export function gatewayStatus(problem: Problem): { status: number; isNotToBeRetried: boolean } {
  const { status = problemKinds[problem.kind].status, isNotToBeRetried = false } =
    told[problem.kind] ?? other;
  return { status, isNotToBeRetried };
}

/** Makes every error of the routes in `app`, and of paths below it that are none, one of OpenAI's form. */
export function addOpenAIErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const problem = toProblem(error, request);
    if (problem.kind === 'body-too-large') await drainBody(request.raw, 2 * gatewayBodyLimitBytes);
    return sendOpenAIError(reply, orNotFound(problem, request, reply));
  });
  app.setNotFoundHandler((request, reply) => sendOpenAIError(reply, notFound(request, reply)));
  // Or else the web app would be asked, which tells of problems in the other form.
  const rest = { config: { takesTheRest: true }, schema: { hide: true } };
  app.get('/*', rest, (_request, reply) => reply.callNotFound());
}

export function sendOpenAIError(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, isNotToBeRetried } = gatewayStatus(problem);
  // A time to come back and a word not to would contradict each other.
  if (isNotToBeRetried && problem.retryAfterMs === undefined) {
    reply.header('x-should-retry', 'false');
  }
  return reply
    .code(status)
    .headers(problemHeaders(problem))
    .type('application/json')
    .send(JSON.stringify(toOpenAIError(problem)));
}
