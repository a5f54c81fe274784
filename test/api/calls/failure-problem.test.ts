import { expect, test } from 'vitest';
import { failureProblem } from '../../../api/calls/failure-problem.ts';
import { problemDocument, problemHeaders } from '../../../api/base/problem.ts';
import { toOpenAIError } from '../../../api/gateway/openai-errors.ts';
import { gatewayFailures } from '../../../contracts/models/gateway-call.ts';
import type { GatewayFailure } from '../../../contracts/models/gateway-call.ts';

const metadata = { executionMs: 3, cached: false };
const failed = (more: Partial<GatewayFailure>) =>
  failureProblem({
    type: 'ToolRefused',
    message: 'No.',
    code: 'EXECUTION_ERROR',
    metadata,
    ...more,
  });

test.each([
  ['request', 422, 'impossible-call'],
  ['denied', 403, 'forbidden'],
  ['conflict', 409, 'call-conflict'],
  ['setup', 503, 'tool-not-set-up'],
  ['upstream', 502, 'tool-failed'],
  ['passing', 503, 'tool-unavailable'],
  // What nobody foresaw: its cause is in the worker's log.
  [undefined, 502, 'tool-failed'],
] as const)('a tool that failed for reasons of %s is told as %i', (fault, status, kind) => {
  expect(problemDocument(failed(fault ? { fault } : {}), '/')).toEqual({
    type: `urn:baton:problem:${kind}`,
    title: expect.any(String),
    status,
    detail: 'No.',
    instance: '/',
    code: 'EXECUTION_ERROR',
    metadata,
  });
});

test.each([
  ['Interrupted', 502, 'call-interrupted', 'call_interrupted'],
  ['AnswerDoesNotFit', 422, 'answer-does-not-fit', 'answer_does_not_fit'],
  ['InvalidRequest', 422, 'invalid-request', 'invalid_value'],
  ['AllModelsFailed', 502, 'models-failed', 'all_models_failed'],
] as const)('a call that ended with %s says so', (type, status, kind, code) => {
  const problem = failureProblem({ type, message: 'Why.' });
  expect(problemDocument(problem, '/')).toMatchObject({
    type: `urn:baton:problem:${kind}`,
    status,
    detail: 'Why.',
  });
  expect(toOpenAIError(problem).error).toMatchObject({ message: 'Why.', code });
});

test('only where all models failed it is said that no model answered', () => {
  const told = gatewayFailures.filter(
    (type) => failureProblem({ type, message: 'Why.' }).kind === 'models-failed',
  );
  expect(told).toEqual(['AllModelsFailed']);
});

test('of what may pass it is told when to come back', () => {
  expect(problemHeaders(failed({ fault: 'passing' }))).toEqual({ 'retry-after': '5' });
  const known = failed({ fault: 'passing', retryAfterMs: 61_000 });
  expect(problemHeaders(known)).toEqual({ 'retry-after': '61' });
  expect(problemHeaders(failed({ fault: 'upstream' }))).toEqual({});
});

test('of what nobody has set up it is told not to be asked again', () => {
  expect(problemHeaders(failed({ fault: 'setup' }))).toEqual({ 'x-should-retry': 'false' });
});

test.each([
  ['context_too_long', 400, 'context_length_exceeded'],
  ['content_filter', 400, 'content_filter'],
  ['quota_used_up', 429, 'insufficient_quota'],
] as const)('what the last model meant by %s is told by its name', (kind, status, code) => {
  const problem = failureProblem({ type: 'AllModelsFailed', message: 'Why.', code: '429', kind });
  expect(problemDocument(problem, '/').status).toBe(status);
  expect(toOpenAIError(problem).error.code).toBe(code);
});
