import type { ProblemKind } from '../../contracts/api/index.ts';
import type { GatewayFailure } from '../../contracts/gateway-call.ts';
import type { ToolRefusalCode } from '../../contracts/tools.ts';
import { Problem } from '../problem.ts';

const kinds = {
  AllModelsFailed: 'models-failed',
  CallDelayed: 'rate-limited',
  BudgetExceeded: 'over-budget',
  InvalidRequest: 'refused-by-model',
  AnswerDoesNotFit: 'models-failed',
  Interrupted: 'models-failed',
  ToolRefused: 'tool-failed',
  ToolWaiting: 'call-timeout',
  MemoryUnavailable: 'unavailable',
  Cancelled: 'call-cancelled',
  Timeout: 'call-timeout',
  Internal: 'internal',
} satisfies Record<GatewayFailure['type'], ProblemKind>;

/** What the last model said, where it is about the request and not about the model. */
const kindsByCode: Record<string, ProblemKind> = {
  400: 'refused-by-model',
  404: 'unknown-model',
  413: 'refused-by-model',
  422: 'refused-by-model',
  429: 'rate-limited',
};

const kindsByRefusal: Record<string, ProblemKind> = {
  TOOL_NOT_FOUND: 'not-found',
  PLAN_REQUIRED: 'plan-required',
  PERMISSION_DENIED: 'forbidden',
  RATE_LIMIT: 'too-many-calls',
  VALIDATION_ERROR: 'invalid-request',
  EXECUTION_ERROR: 'tool-failed',
} satisfies Record<ToolRefusalCode, ProblemKind>;

const kindsOfCodes: Partial<Record<GatewayFailure['type'], Record<string, ProblemKind>>> = {
  AllModelsFailed: kindsByCode,
  ToolRefused: kindsByRefusal,
};

/** Why a call of the gateway has no answer, as it is told to the client. */
export function failureProblem(failure: GatewayFailure | null | undefined): Problem {
  if (!failure) return new Problem('call-cancelled', 'The call was forgotten. Send it again.');
  const { type, message, code, retryAfterMs } = failure;
  const told = code === undefined ? undefined : kindsOfCodes[type]?.[code];
  const details = retryAfterMs === undefined ? {} : { retryAfterMs };
  return new Problem(told ?? kinds[type], message, undefined, details);
}
