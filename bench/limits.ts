import { setTimeout as delay } from 'node:timers/promises';
import { createModelRouter } from '../activities/models/ask/create-router.ts';
import { modelEnvironment } from '../activities/models/env.ts';
import type { ModelRouter, RoutedRequest } from '../activities/models/router.ts';
import { CallDelayed } from '../activities/models/router.ts';
import { startLimitingServer } from './limits/limiting-server.ts';
import type { LimitingServer } from './limits/limiting-server.ts';
import type { Bench, Result } from './measurement.ts';
import { compare, median } from './support/statistics.ts';

const requestsPerMinute = 600;
const callsAtOnce = 200;
const clients = 20;
const beforeSeconds = 10;
const searchSeconds = 20;
const settledSeconds = 30;
const openCalls = 500;

const live = 'deepseek:live';
const dead = 'openai:dead';
const never = { signal: new AbortController().signal };
const request: RoutedRequest = {
  messages: [{ role: 'user', text: 'Say done.' }],
  tools: [],
  toolChoice: 'auto',
};

/**
 * A provider over HTTP that enforces its limits, in real time: whether it has to refuse, how soon a limit that was
 * halved without notice is found, and what a dead provider costs.
 */
export async function limits({ cleanup }: Bench): Promise<Result[]> {
  const server = await startLimitingServer(cleanup, requestsPerMinute);
  const dying = await startLimitingServer(cleanup, requestsPerMinute);
  const router = await createModelRouter({
    ...modelEnvironment.parse({
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: dying.url,
      DEEPSEEK_API_KEY: 'none',
      DEEPSEEK_BASE_URL: server.url,
    }),
    BATON_MODEL_LIMITS: [{ pattern: live, limits: { requestsPerMinute, concurrency: 5 } }],
  });
  return [
    await burst(router, server),
    ...(await halving(router, server)),
    ...(await deadProvider(router, server, dying)),
  ];
}

async function burst(router: ModelRouter, server: LimitingServer): Promise<Result> {
  const begin = performance.now();
  await Promise.all(Array.from({ length: callsAtOnce }, () => untilAnswered(router)));
  const seconds = (performance.now() - begin) / 1_000;
  return {
    name: `${callsAtOnce} calls at once: requests to answers`,
    figure: (server.taken.length + server.refused.length) / server.taken.length,
    unit: '×',
    target: 1,
    spread: [],
    details: [`${server.refused.length} times 429, ${seconds.toFixed(1)} s`],
    samples: { refused: [server.refused.length], seconds: [seconds] },
  };
}

async function halving(router: ModelRouter, server: LimitingServer): Promise<Result[]> {
  const load = { isOver: false };
  const running = Array.from({ length: clients }, async () => {
    while (!load.isOver) await untilAnswered(router);
  });
  await delay(beforeSeconds * 1_000);
  server.allow(requestsPerMinute / 2);
  const cut = performance.now();
  await delay(searchSeconds * 1_000);
  const settled = performance.now();
  await delay(settledSeconds * 1_000);
  const end = performance.now();
  load.isOver = true;
  const since = (times: readonly number[], from: number) =>
    times.filter((time) => time >= from && time < end);
  const taken = since(server.taken, settled).length;
  const allowed = (requestsPerMinute / 2 / 60_000) * (end - settled);
  const refusedAfter = since(server.refused, cut).map((time) => (time - cut) / 1_000);
  const refusedLate = since(server.refused, settled).length;
  const searching = refusedAfter.filter((time) => time < searchSeconds);
  const spent = refusedAfter.length > 0 ? Math.max(...refusedAfter) - Math.min(...refusedAfter) : 0;
  await Promise.all(running);
  return [
    {
      name: 'limit halved without notice: allowed to taken',
      figure: allowed / taken,
      unit: '×',
      target: 1.1,
      spread: [],
      details: [`${taken} of ${allowed.toFixed(0)} in ${settledSeconds} s, 20 s after the halving`],
      samples: { taken: [taken], allowed: [allowed] },
    },
    {
      name: '429s after it, from the first to the last',
      figure: spent,
      unit: 's',
      target: 20,
      spread: [],
      details: [
        `${searching.length} times 429 in the first ${searchSeconds} s, ${refusedLate} in the ${settledSeconds} s after`,
      ],
      samples: { refusedAfter },
    },
  ];
}

async function deadProvider(
  router: ModelRouter,
  server: LimitingServer,
  dying: LimitingServer,
): Promise<Result[]> {
  server.allow(1_000_000);
  await dying.stop();
  for (let calls = 0; calls < 3; calls += 1) await fails(router);
  const milliseconds: number[] = [];
  for (let calls = 0; calls < openCalls; calls += 1) {
    const begin = performance.now();
    await fails(router);
    milliseconds.push(performance.now() - begin);
  }
  const timeOf = async (chain: string[]) => {
    const begin = performance.now();
    await untilAnswered(router, chain);
    return performance.now() - begin;
  };
  const { ratio, ratios } = await compare({
    blocks: 3,
    first: () => timeOf([dead, live]),
    second: () => timeOf([live]),
  });
  return [
    {
      name: 'call to a dead provider, breaker open',
      figure: median(milliseconds),
      unit: 'ms',
      target: 5,
      spread: milliseconds,
      details: [`${openCalls} calls, none of which reached the network`],
      samples: { milliseconds },
    },
    {
      name: 'chain with a dead model first, to the same without it',
      figure: ratio,
      unit: '×',
      target: 1.1,
      spread: ratios,
      details: [],
      samples: { ratios },
    },
  ];
}

/** A call that comes back when it is told to, as a workflow does. */
async function untilAnswered(router: ModelRouter, chain = [live]): Promise<void> {
  for (;;) {
    try {
      await router.chat(chain, request, never);
      return;
    } catch (error) {
      const { retryAfterMs } = error as { retryAfterMs?: number };
      if (!(error instanceof CallDelayed) && retryAfterMs === undefined) throw error;
      await delay(retryAfterMs);
    }
  }
}

async function fails(router: ModelRouter): Promise<void> {
  const hasAnswered = await router.chat([dead], request, never).then(
    () => true,
    () => false,
  );
  if (hasAnswered) throw new Error('A dead provider has answered.');
}
