import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shutdown } from '../../bin/start/shutdown.ts';

const latencyMs = 150;
/** Seconds of its limits that the server lets out at once. */
const burstSeconds = 3;
const usage = { prompt_tokens: 60, completion_tokens: 20, total_tokens: 80 };
const answer = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'measured',
  choices: [{ index: 0, message: { role: 'assistant', content: 'done' }, finish_reason: 'stop' }],
  usage,
});
const refusal = JSON.stringify({
  error: { message: 'Rate limit reached', type: 'requests', code: 'rate_limit_exceeded' },
});

export type LimitingServer = {
  url: string;
  /** Changes what is allowed, without a word. */
  allow(requestsPerMinute: number): void;
  /** `performance.now()` of each request that was taken, and of each 429. */
  taken: number[];
  refused: number[];
  stop(): Promise<void>;
};

/** A provider over HTTP that enforces requests a minute by a bucket, and says with a 429 when to come again. */
export async function startLimitingServer(
  cleanup: Shutdown,
  requestsPerMinute: number,
): Promise<LimitingServer> {
  const taken: number[] = [];
  const refused: number[] = [];
  let perMs = requestsPerMinute / 60_000;
  let level = perMs * burstSeconds * 1_000;
  let filledAt = performance.now();

  function fill(): void {
    const now = performance.now();
    level = Math.min(perMs * burstSeconds * 1_000, level + (now - filledAt) * perMs);
    filledAt = now;
  }

  const server = createServer((request, response) => {
    request.resume();
    fill();
    if (level < 1) {
      refused.push(performance.now());
      const waitMs = Math.ceil((1 - level) / perMs);
      response.writeHead(429, {
        'content-type': 'application/json',
        'retry-after-ms': String(waitMs),
      });
      response.end(refusal);
      return;
    }
    level -= 1;
    taken.push(performance.now());
    setTimeout(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(answer);
    }, latencyMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
  };
  cleanup.add(stop);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    allow(next) {
      fill();
      perMs = next / 60_000;
    },
    taken,
    refused,
    stop,
  };
}
