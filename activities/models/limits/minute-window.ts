import type { ModelLimits } from './model-limits.ts';

/**
 * What was sent in each of the last seconds, by second: requests and tokens. A provider that counts by the minute
 * allows no more than its limit in any minute, whatever a bucket holds.
 */
export type MinuteWindow = Record<string, [requests: number, tokens: number]>;

export type Amounts = { requests: number; tokens: number };

/** A second counts until all of it is more than a minute ago. */
const windowMs = 61_000;

/** Counts amounts as of a time; negative ones give back. What is no longer in the window is left alone. */
export function count(window: MinuteWindow, at: number, amounts: Amounts, now: number): void {
  dropOld(window, now);
  const second = Math.floor(at / 1000);
  if (second * 1000 + windowMs <= now) return;
  const [requests, tokens] = window[second] ?? [0, 0];
  window[second] = [requests + amounts.requests, Math.max(0, tokens + amounts.tokens)];
}

/** Milliseconds until so much more fits into the limits of a minute. */
export function untilFits(
  window: MinuteWindow,
  limits: ModelLimits,
  more: Amounts,
  now: number,
): number {
  dropOld(window, now);
  const seconds = Object.keys(window)
    .map(Number)
    .toSorted((one, other) => one - other);
  let { requests, tokens } = usedIn(window);
  let until = now;
  for (const second of seconds) {
    const fits =
      requests + more.requests <= limits.requestsPerMinute &&
      tokens + more.tokens <= limits.tokensPerMinute;
    if (fits) break;
    const [leavingRequests, leavingTokens] = window[second] ?? [0, 0];
    requests -= leavingRequests;
    tokens -= leavingTokens;
    until = second * 1000 + windowMs;
  }
  return until - now;
}

function usedIn(window: MinuteWindow): Amounts {
  return Object.values(window).reduce<Amounts>(
    (sum, [requests, tokens]) => ({
      requests: sum.requests + requests,
      tokens: sum.tokens + tokens,
    }),
    { requests: 0, tokens: 0 },
  );
}

function dropOld(window: MinuteWindow, now: number): void {
  for (const second of Object.keys(window)) {
    if (Number(second) * 1000 + windowMs <= now) delete window[second];
  }
}
