import type { ProblemKind } from '../../contracts/api/index.ts';
import type { GatewayFailure } from '../../contracts/models/gateway-call.ts';
import type { ToolRefusalCode } from '../../contracts/tools/tools.ts';
import { Problem } from '../base/problem.ts';

const kinds = {
  AllModelsFailed: 'models-failed',
  CallDelayed: 'rate-limited',
  BudgetExceeded: 'over-budget',
  InvalidRequest: 'invalid-request',
  AnswerDoesNotFit: 'answer-does-not-fit',
  Interrupted: 'call-interrupted',
  ToolRefused: 'tool-failed',
  ToolWaiting: 'call-timeout',
  ApprovalNeeded: 'forbidden',
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
  CIRCUIT_OPEN: 'unavailable',
  NO_EMBEDDINGS: 'refused-by-model',
  PARAMETER_NOT_POSSIBLE: 'refused-by-model',
  UNSUPPORTED_CONTENT: 'refused-by-model',
  NO_TOKENS: 'refused-by-model',
};

/** What providers mean by it, whatever they answer with. */
const kindsByMeaning = {
  context_too_long: 'context-too-long',
  content_filter: 'content-filtered',
  quota_used_up: 'quota-used-up',
} satisfies Record<NonNullable<GatewayFailure['kind']>, ProblemKind>;

const kindsByRefusal: Record<string, ProblemKind> = {
  TOOL_NOT_FOUND: 'not-found',
  PLAN_REQUIRED: 'plan-required',
  PERMISSION_DENIED: 'forbidden',
  RATE_LIMIT: 'too-many-calls',
  VALIDATION_ERROR: 'invalid-request',
  EXECUTION_ERROR: 'tool-failed',
} satisfies Record<ToolRefusalCode, ProblemKind>;

/** Of a tool that could not do what was asked. */
const kindsByFault = {
  request: 'impossible-call',
  denied: 'forbidden',
  conflict: 'call-conflict',
  setup: 'tool-not-set-up',
  upstream: 'tool-failed',
  passing: 'tool-unavailable',
} satisfies Record<NonNullable<GatewayFailure['fault']>, ProblemKind>;

/** When to come back to what may pass, where nobody knows better. */
const usualPauseMs = 5_000;

const kindsOfCodes: Partial<Record<GatewayFailure['type'], Record<string, ProblemKind>>> = {
  AllModelsFailed: kindsByCode,
  ToolRefused: kindsByRefusal,
};

/** A person has to approve the call first: nothing was done. */
export class ApprovalRequired extends Problem {
  constructor(message: string) {
    super('forbidden', message);
  }
}

/** Why a call of the gateway has no answer, as it is told to the client. */
export function failureProblem(failure: GatewayFailure | null | undefined): Problem {
  if (!failure)
    return new Problem(
      'call-cancelled',
      'The call was lost before it completed. Send the request again.',
    );
  const { type, message, code, kind, fault, places, metadata } = failure;
  const byCode = code === undefined ? undefined : kindsOfCodes[type]?.[code];
  if (type === 'ApprovalNeeded') return new ApprovalRequired(message);
  const told = fault ? kindsByFault[fault] : kind ? kindsByMeaning[kind] : byCode;
  const { retryAfterMs = fault === 'passing' ? usualPauseMs : undefined } = failure;
  return new Problem(told ?? kinds[type], message, places && [...places], {
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    // Clients ask again of themselves where they read 503.
    ...(fault === 'setup' && { isNotToBeRetried: true }),
    ...(type === 'ToolRefused' && code !== undefined && { refusal: { code, metadata } }),
  });
}
