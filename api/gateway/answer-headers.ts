import type { GatewayChatAnswer } from '../../contracts/models/gateway-call.ts';
import type { Relay } from './relay.ts';

/** What a client can read of a call beside its answer. */
export function answerHeaders(
  callId: string,
  {
    model,
    costUsd,
    attempts,
    ignored = [],
  }: Pick<GatewayChatAnswer, 'model' | 'costUsd' | 'attempts' | 'ignored'>,
): Record<string, string> {
  const failed = attempts.filter(({ status }) => status !== 'answered');
  const failover = failed.map(({ model: name, error }) => `${name} (${error?.code ?? '?'})`);
  return headers(
    { callId, model, costUsd, failover: [...failover, model].join(' -> '), ignored },
    failed.length > 0,
  );
}

/** The same of an answer that has only begun: its cost is not known yet. */
export function begunHeaders(
  callId: string,
  { model, failover, ignored }: Relay,
): Record<string, string> {
  return headers(
    { callId, model, costUsd: null, failover: failover ?? '', ignored },
    failover !== undefined,
  );
}

function headers(
  given: {
    callId: string;
    model: string;
    costUsd: string | null;
    failover: string;
    ignored: readonly string[];
  },
  hasFailover: boolean,
): Record<string, string> {
  return {
    'x-baton-call-id': given.callId,
    'x-baton-model': printable(given.model),
    ...(given.costUsd !== null && { 'x-baton-cost-usd': given.costUsd }),
    ...ignoredHeader(given.ignored),
    ...(hasFailover && { 'x-baton-failover': printable(given.failover) }),
  };
}

/** Proxies take a few kilobytes of headers, and a client can write as many fields as it likes. */
const longestIgnored = 1_000;

/** What names the parts of a request that the model was not told. */
export function ignoredHeader(names: readonly string[]): Record<string, string> {
  if (names.length === 0) return {};
  const text = printable([...new Set(names)].join(', '));
  return { 'baton-ignored': text.slice(0, longestIgnored) };
}

/** Headers take ASCII; names of local models can be anything. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?');
}
