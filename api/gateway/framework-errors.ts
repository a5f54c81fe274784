import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { sendAnthropicError } from './anthropic/errors.ts';
import { sendOpenAIError } from './openai-errors.ts';
import { sendProblem, toProblem } from '../plugins/errors.ts';

/** Answers what no route was found for since the address itself is broken, in the form of its part of the API. */
export function sendFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const problem = toProblem(error, request);
  if (request.url.startsWith('/v1/messages')) sendAnthropicError(reply, problem);
  else if (request.url.startsWith('/v1/')) sendOpenAIError(reply, problem);
  else sendProblem(problem, request, reply);
}
