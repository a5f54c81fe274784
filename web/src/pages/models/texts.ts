import { counted } from '../../components/values/words.ts';

/** Texts of the models page. */
export const texts = {
  page: {
    title: 'Models',
    empty: 'No models yet',
    emptyNote: 'Models appear here when a worker runs. Start one with',
    orInProduction: 'or, in production,',
  },
  condition: {
    notSetUp: 'Not configured',
    down: 'Unavailable',
    breakerOpen: 'Circuit breaker open',
    probing: 'Testing recovery',
    paused: 'Paused',
    slowed: 'Slowed down',
    ready: 'Ready',
  },
  card: {
    deployed: (where: { server: string; keyFrom: string | null; weight: number; can: string }) =>
      `${where.server}, ${where.keyFrom ? `key from ${where.keyFrom}` : 'no key'}, weight ${where.weight}: ${where.can}`,
    requestsPerMinute: 'Requests per minute',
    tokensPerMinute: 'Tokens per minute',
    requestsLeft: 'Requests available now',
    tokensLeft: 'Tokens available now',
    availableNote:
      'Calls are spread over the minute: only a part of its limit is available at once, and refills as time passes.',
    queueHigh: 'Queue, high priority',
    queueNormal: 'Queue, normal priority',
    queueLow: 'Queue, low priority',
    running: 'Running',
    ofConcurrency: (limit: string) => `of ${limit} concurrent calls`,
    workers: (count: number) => `in ${counted(count, 'worker')}`,
    rate: (limit: string, percent: number) => `of ${limit}, ${percent} %`,
  },
  troubles: {
    downUntil: (message: string) => `${message} Baton retries`,
    breaker: 'Circuit breaker',
    breakerUntil: 'Too many failures. Baton sends one test call',
    paused: 'Paused',
    pausedUntil: 'Rate limited. Calls resume',
    lastRateLimit: 'Last rate limit (429)',
    retryAfter: (time: string) => `, retry after ${time}`,
    lastError: 'Last error',
    toolsInWords: 'Tools as text',
    inWordsSince: {
      refuses:
        'The model does not support tool calls, so Baton describes tools in the prompt: last',
      failed: 'The model failed twice to call tools, so Baton described them in the prompt: last',
    },
    lastFailovers: 'Last failovers',
    to: 'to',
    inRunNamed: (run: string) => `in run ${run}`,
    inRun: 'in run',
  },
};
