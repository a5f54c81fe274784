import type { ModelStatus } from '../../contracts/api/index.ts';

/** How a model stands with which nothing is wrong. */
export function modelStatus(model: string, changes: Partial<ModelStatus> = {}): ModelStatus {
  return {
    model,
    configured: true,
    limits: { requestsPerMinute: 3500, tokensPerMinute: 90_000, concurrency: 5 },
    rateFactor: 1,
    requestsLeft: 175,
    tokensLeft: 15_000,
    pausedUntil: null,
    running: 0,
    queue: { high: 0, normal: 0, low: 0 },
    breaker: { state: 'closed', until: null },
    down: null,
    lastError: null,
    lastRateLimit: null,
    toolsInWords: null,
    failovers: [],
    ...changes,
  };
}
