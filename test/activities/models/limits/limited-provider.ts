import { ProviderError } from '../../../../activities/models/provider.ts';
import type { ChatRequest, ModelProvider } from '../../../../activities/models/provider.ts';

/** What a provider enforces: token buckets of requests and tokens, filled by the minute. */
export type Enforced = { requestsPerMinute: number; tokensPerMinute: number };

export type LimitedProvider = ModelProvider & {
  /** Changes what is enforced, without a word. */
  enforce(limits: Enforced): void;
  /** Times of the requests that were answered, and of those that got a 429. */
  accepted: { at: number; tokens: number }[];
  refused: number[];
  /** The most that ran at the same time. */
  mostAtOnce: () => number;
};

/**
 * A provider in this process that enforces limits as providers do: a bucket each for requests and tokens, which
 * hold `burst` of a minute's amount, and a 429 with the time until there is room.
 */
export function createLimitedProvider(options: {
  limits: Enforced;
  /** Part of a minute's amount that the buckets hold. */
  burst?: number;
  latencyMs: () => number;
  /** Input and output tokens of a request. */
  usage: (request: ChatRequest) => { inputTokens: number; outputTokens: number };
}): LimitedProvider {
  const { burst = 1, latencyMs, usage } = options;
  let { limits } = options;
  const levels = {
    requests: limits.requestsPerMinute * burst,
    tokens: limits.tokensPerMinute * burst,
  };
  let filledAt = Date.now();
  let running = 0;
  let most = 0;
  const accepted: LimitedProvider['accepted'] = [];
  const refused: number[] = [];

  function fill(): void {
    const minutes = (Date.now() - filledAt) / 60_000;
    filledAt = Date.now();
    const { requestsPerMinute, tokensPerMinute } = limits;
    const requests = levels.requests + minutes * requestsPerMinute;
    const tokens = levels.tokens + minutes * tokensPerMinute;
    levels.requests = Math.min(requestsPerMinute * burst, requests);
    levels.tokens = Math.min(tokensPerMinute * burst, tokens);
  }

  function admit(tokens: number): void {
    fill();
    const minutes = Math.max(
      (1 - levels.requests) / limits.requestsPerMinute,
      (tokens - levels.tokens) / limits.tokensPerMinute,
    );
    if (minutes <= 0) {
      levels.requests -= 1;
      levels.tokens -= tokens;
      accepted.push({ at: Date.now(), tokens });
      return;
    }
    refused.push(Date.now());
    throw new ProviderError({
      provider: 'mock',
      kind: 'rate_limited',
      code: '429',
      message: 'Slow down',
      retryAfterMs: Math.ceil(minutes * 60_000),
    });
  }

  return {
    name: 'mock',
    accepted,
    refused,
    mostAtOnce: () => most,
    enforce: (next) => {
      fill();
      limits = next;
      fill();
    },
    async chat(request, { signal }) {
      const { inputTokens, outputTokens } = usage(request);
      // Time to get there.
      await pass(5, signal);
      admit(inputTokens + outputTokens);
      running += 1;
      most = Math.max(most, running);
      try {
        await pass(latencyMs(), signal);
      } finally {
        running -= 1;
      }
      return {
        text: 'done',
        toolCalls: [],
        finish: 'stop',
        usage: {
          inputTokens,
          outputTokens,
          cachedInputTokens: 0,
          cacheWriteTokens: 0,
          reasoningTokens: 0,
        },
      };
    },
  };
}

function pass(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
