import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemKinds } from '../../contracts/api/index.ts';
import { Problem, problemDocument } from '../problem.ts';
import { TemporalUnavailable } from '../temporal.ts';
import { bodyLimitBytes, drainBody } from './bodies.ts';

/** Makes every error, expected or not, a problem document; what nobody expected goes to the log alone. */
export function addErrors(app: FastifyInstance): void {
  app.setErrorHandler(async (error, request, reply) => {
    const problem = toProblem(error, request);
    if (problem.kind === 'body-too-large') await drainBody(request.raw);
    return sendProblem(problem, request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    const asked = `${request.method} ${pathOf(request)}`;
    const problem = new Problem(
      'not-found',
      `There is no ${asked}; GET /docs lists what there is.`,
    );
    return sendProblem(problem, request, reply);
  });
}

function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const document = problemDocument(problem, pathOf(request));
  return reply
    .code(document.status)
    .type('application/problem+json')
    .send(JSON.stringify(document));
}

const frameworkProblems: Record<string, () => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new Problem('body-too-large', `A body may have ${bodyLimitBytes} bytes (1 MB) at most.`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Problem('unsupported-media-type', 'Send JSON, with content-type: application/json.'),
};

function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof TemporalUnavailable) {
    request.log.warn(error);
    return new Problem(
      'unavailable',
      'Temporal does not answer, so nothing was changed. Try again; GET /ready says what is missing.',
    );
  }
  const { code, statusCode = 500, message } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : frameworkProblems[code];
  if (known) return known();
  if (code?.startsWith('FST_') && statusCode < 500) {
    return new Problem('malformed-body', message ?? problemKinds['malformed-body'].title);
  }
  request.log.error(error);
  return new Problem(
    'internal',
    `Nothing that you did wrong: the server's log has the cause under request ${request.id}.`,
  );
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url;
}
