import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AnthropicError } from '../../../contracts/api/gateway/index.ts';
import { drainBody } from '../../plugins/bodies.ts';
import { toProblem } from '../../plugins/errors.ts';
import { problemHeaders, problemText } from '../../base/problem.ts';
import type { Problem } from '../../base/problem.ts';
import { gatewayBodyLimitBytes, gatewayStatus } from '../openai-errors.ts';

const typesByStatus: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
};

function typeOf(status: number): string {
  return typesByStatus[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
}

/** A problem in the form of Anthropic's API. */
export function toAnthropicError(problem: Problem, requestId: string | null): AnthropicError {
  const { status } = gatewayStatus(problem);
  return {
    type: 'error',
    error: { type: typeOf(status), message: problemText(problem) },
    request_id: requestId,
  };
}

/** Makes every error of the routes in `app` one of Anthropic's form. */
export function addAnthropicErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const problem = toProblem(error, request);
    if (problem.kind === 'body-too-large') await drainBody(request.raw, 2 * gatewayBodyLimitBytes);
    return sendAnthropicError(reply, problem);
  });
}

export function sendAnthropicError(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, isNotToBeRetried } = gatewayStatus(problem);
  if (isNotToBeRetried) reply.header('x-should-retry', 'false');
  return reply
    .code(status)
    .headers(problemHeaders(problem))
    .type('application/json')
    .send(JSON.stringify(toAnthropicError(problem, reply.request.id)));
}
