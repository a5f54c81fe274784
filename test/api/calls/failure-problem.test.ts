import { expect, test } from 'vitest';
import { failureProblem } from '../../../api/calls/failure-problem.ts';
import { problemDocument, problemHeaders } from '../../../api/base/problem.ts';
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

test('of what may pass it is told when to come back', () => {
  expect(problemHeaders(failed({ fault: 'passing' }))).toEqual({ 'retry-after': '5' });
  const known = failed({ fault: 'passing', retryAfterMs: 61_000 });
  expect(problemHeaders(known)).toEqual({ 'retry-after': '61' });
  expect(problemHeaders(failed({ fault: 'upstream' }))).toEqual({});
});

test('of what nobody has set up it is told not to be asked again', () => {
  expect(problemHeaders(failed({ fault: 'setup' }))).toEqual({ 'x-should-retry': 'false' });
});
