import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemKinds } from '../../contracts/api/index.ts';
import type { ProblemKind } from '../../contracts/api/index.ts';
import { serverLog } from '../../contracts/base/log-places.ts';
import { megabytes } from '../../contracts/base/megabytes.ts';
import { UnreadableRecord } from '../../contracts/base/sealed-text.ts';
import { isDatabaseAway } from '../../db/database-away.ts';
import { Problem, problemDocument, problemHeaders, readinessHelp } from '../base/problem.ts';
import { TemporalUnavailable } from '../temporal/index.ts';
import { drainBody } from './bodies.ts';
import { addMethods } from './methods.ts';

/** How soon a service that is away is asked again. */
const retryAfterMs = 5_000;

/** Makes every error, expected or not, a problem document; what nobody expected goes to the log alone. */
export function addErrors(app: FastifyInstance): void {
  addMethods(app);
  app.setErrorHandler(async (error, request, reply) => {
    const problem = toProblem(error, request);
    if (problem.kind === 'body-too-large') await drainBody(request.raw);
    return sendProblem(orNotFound(problem, request, reply), request, reply);
  });
  app.setNotFoundHandler((request, reply) => {
    return sendProblem(notFound(request, reply), request, reply);
  });
}

/** A problem; where it is about a body that no route takes, that there is none. */
export function orNotFound(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): Problem {
  return request.is404 && aboutBodies.has(problem.kind) ? notFound(request, reply) : problem;
}

const aboutBodies = new Set<ProblemKind>([
  'malformed-body',
  'unsupported-media-type',
  'body-too-large',
]);

/** What is said where there is no such route; sets `Allow` where the path has other methods. */
export function notFound(request: FastifyRequest, reply: FastifyReply): Problem {
  const path = pathOf(request);
  const methods = request.server.methodsOf(path);
  // What is asked for by the right method is a file or a name that is not there.
  if (methods.length === 0 || methods.includes(request.method)) {
    const asked = `${request.method} ${path}`;
    const help = { request: 'GET /docs', does: 'lists all routes' };
    return new Problem('not-found', `${asked} not found.`, undefined, { help });
  }
  reply.header('allow', methods.join(', '));
  return new Problem('method-not-allowed', `${path} supports ${methods.join(', ')}.`);
}

export function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const document = problemDocument(problem, pathOf(request));
  return reply
    .code(document.status)
    .headers(problemHeaders(problem))
    .type('application/problem+json')
    .send(JSON.stringify(document));
}

const frameworkProblems: Record<string, (request: FastifyRequest) => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ({ routeOptions }) =>
    new Problem('body-too-large', `The body must be at most ${megabytes(routeOptions.bodyLimit)}.`),
  FST_ERR_BAD_URL: () =>
    new Problem('malformed-url', 'The URL has a % that starts no UTF-8 character. Write %25.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem('malformed-url', 'A part of the URL is too long.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Problem('unsupported-media-type', 'Send JSON, with content-type: application/json.'),
};

/** What an error means for whoever sent the request; what nobody expected is logged. */
export function toProblem(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof TemporalUnavailable) {
    request.log.warn(error);
    return away('Temporal does not respond, so nothing was changed. Try again.');
  }
  if (isDatabaseAway(error)) {
    request.log.warn(error);
    return away(
      'The database does not respond. Try again. A request with the same Idempotency-Key starts nothing twice.',
    );
  }
  const { code, statusCode = 500, message } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : frameworkProblems[code];
  if (known) return known(request);
  if (code?.startsWith('FST_') && statusCode < 500) {
    return new Problem('malformed-body', message ?? problemKinds['malformed-body'].title);
  }
  request.log.error(error);
  if (error instanceof UnreadableRecord) return new Problem('internal', error.message);
  return new Problem(
    'internal',
    `Internal error. The cause is in ${serverLog}, under request ${request.id}.`,
  );
}

const away = (text: string) =>
  new Problem('unavailable', text, undefined, { help: readinessHelp, retryAfterMs });

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url;
}
