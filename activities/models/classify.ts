import { isJsonObject } from '../../contracts/json.ts';
import { ProviderError } from './provider.ts';
import type { ProviderErrorKind } from './provider.ts';
import { redact } from './redact.ts';
import { retryAfterMs } from './retry-after.ts';

/** Codes and types that say more than the status they come with. */
const kindByCode: Record<string, ProviderErrorKind> = {
  context_length_exceeded: 'context_too_long',
  exceed_context_size_error: 'context_too_long',
  request_too_large: 'context_too_long',
  content_filter: 'content_filter',
  content_policy_violation: 'content_filter',
  overloaded_error: 'rate_limited',
  // Waiting does not mend these: somebody has to pay.
  insufficient_quota: 'unauthorized',
  billing_error: 'unauthorized',
  contract_spend_limit_reached: 'unauthorized',
  enforced_spend_limit_reached: 'unauthorized',
};

const kindByStatus: Record<number, ProviderErrorKind> = {
  401: 'unauthorized',
  402: 'unauthorized',
  403: 'unauthorized',
  408: 'transient',
  409: 'transient',
  413: 'context_too_long',
  425: 'transient',
  429: 'rate_limited',
  529: 'rate_limited',
};

/** For providers that give no code: texts of a 400 that speak of the context window. */
const contextTexts = [
  /prompt is too long/i,
  /maximum context length/i,
  /context (?:window|length|size)[^.]*exceed|exceed[^.]*context (?:window|length|size)/i,
  /input is too long/i,
];

type Said = { message: string; codes: string[] };

/**
 * What an error thrown by a provider's client means. No cause is kept: it can hold what was sent.
 *
 * @param error what the client threw; an error with `status` and `headers` came as an HTTP answer.
 */
export function classify(
  error: unknown,
  { provider, secrets, now }: { provider: string; secrets: readonly string[]; now: number },
): ProviderError {
  if (error instanceof ProviderError) return error;
  const fields = Object(error) as { status?: unknown; headers?: unknown };
  if (typeof fields.status !== 'number') return connectionError(error, provider, secrets);
  const said = readBody(error as Error & { error?: unknown });
  const wait = fields.headers instanceof Headers ? retryAfterMs(fields.headers, now) : undefined;
  return new ProviderError({
    provider,
    kind: kindOf(fields.status, said),
    code: String(fields.status),
    message: redact(said.message, secrets),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  });
}

function kindOf(status: number, { codes, message }: Said): ProviderErrorKind {
  for (const code of codes) {
    const kind = kindByCode[code];
    if (kind) return kind;
  }
  if (status === 400 && contextTexts.some((text) => text.test(message))) return 'context_too_long';
  return kindByStatus[status] ?? (status >= 500 ? 'transient' : 'invalid_request');
}

/** OpenAI's client gives the inner `error` of a body, Anthropic's the whole body. */
function readBody(error: Error & { error?: unknown }): Said {
  const body = isJsonObject(error.error) ? error.error : {};
  const inner = isJsonObject(body['error']) ? body['error'] : body;
  const details = isJsonObject(inner['details']) ? inner['details'] : {};
  const codes = [inner['code'], details['error_code'], inner['type']].filter(
    (code) => typeof code === 'string',
  );
  const message = inner['message'];
  if (typeof message === 'string' && message !== '') return { message, codes };
  return { message: error.message.replace(/^\d{3} /, ''), codes };
}

function connectionError(error: unknown, provider: string, secrets: readonly string[]) {
  const timedOut = /time(?:d )?out/i.test(`${Object(error).constructor.name} ${String(error)}`);
  const code = timedOut ? 'TIMEOUT' : (systemCode(error) ?? 'NETWORK');
  const message = timedOut ? 'no answer in time' : `cannot be reached: ${innermost(error)}`;
  return new ProviderError({
    provider,
    kind: 'transient',
    code,
    message: redact(message, secrets),
  });
}

function causes(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < 5; next = next.cause) {
    chain.push(next);
  }
  return chain;
}

function systemCode(error: unknown): string | undefined {
  return causes(error)
    .map((cause) => (cause as NodeJS.ErrnoException).code)
    .findLast((code) => typeof code === 'string');
}

function innermost(error: unknown): string {
  return causes(error).findLast((cause) => cause.message !== '')?.message ?? String(error);
}
