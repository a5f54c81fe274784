import { constants, getPriority, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../bin/start/ports.ts';
import { startTemporalServer } from '../bin/temporal/server.ts';
import { startMockModel } from './agents/mock-model.ts';
import { startBaton } from './agents/start-baton.ts';
import type { RunningBaton } from './agents/start-baton.ts';
import type { Bench, Result } from './measurement.ts';
import { startHealthSampler } from './support/health-sampler.ts';
import type { HealthSampler } from './support/health-sampler.ts';
import { median, quantile } from './support/statistics.ts';

const count = 2_000;
const startsAtOnce = 100;
const lists = 1_000;
/** Documents that are checked meanwhile, one after the other in each of these. */
const checkers = 4;
/** A little less than a document may have, so that it is read and checked whole. */
const keys = 49_000;
const pipeline = 'echo';
const validate = '/api/v1/pipelines/validate';
const largestForMs = 20_000;

const keysOf = (length: number, indent = '') =>
  Array.from({ length }, (_, key) => `${indent}k${key}: 1\n`).join('');

/**
 * Runs that are started 100 at once while documents of 49,000 keys are checked: how many a second, what becomes of each, and
 * how long `/health` takes meanwhile; then lists of runs, 100 at once; then `/health` under the largest bodies, with a run going on.
 */
export async function starts({ binary, folder, cleanup }: Bench): Promise<Result[]> {
  const temporal = await startTemporalServer({ binary, folder, port: await findFreePort() });
  cleanup.add(temporal.stop);
  const model = await startMockModel(cleanup);
  const baton = await startBaton(cleanup, {
    temporalAddress: temporal.address,
    modelUrl: model.url,
  });
  await baton.post('/api/v1/pipelines', {
    name: pipeline,
    inputs: { type: 'object', required: ['n'], properties: { n: { type: 'number' } } },
    nodes: [{ id: 'echo', kind: 'transform', value: '{{ inputs.n }}' }],
  });
  const health = await startHealthSampler(cleanup, baton.url);
  // Clients are on other machines: who sends the load here takes no core from who answers it.
  const before = getPriority();
  setPriority(constants.priority.PRIORITY_LOW);
  const idleMs = await health.until(delay(2_000));
  const flood = startFlood(baton);
  const begin = performance.now();
  const started = atOnce(count, (n) => baton.post('/api/v1/runs', { pipeline, input: { n } }));
  const floodedMs = await health.until(started);
  const startSeconds = (performance.now() - begin) / 1000;
  const { checked, failed } = await flood.stop();
  const runs = await started;
  const listBegin = performance.now();
  await atOnce(lists, () => baton.get('/api/v1/runs'));
  const listSeconds = (performance.now() - listBegin) / 1000;
  const unfinished = await unfinishedOf(baton);
  const largest = await healthUnderLargest(baton, health);
  giveBack(before);
  const [idle, flooded] = [idleMs, floodedMs].map((samples) => median(samples)) as [number, number];
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  return [
    {
      name: 'GET /health under a flood, p99',
      figure: quantile(floodedMs, 0.99),
      unit: 'ms',
      target: 100,
      details: [
        `${count} starts, ${startsAtOnce} at once: ${(count / startSeconds).toFixed(0)} a second, ${runs.length} accepted, ${unfinished} not ended`,
        `${checked} documents of ${keys} keys checked meanwhile, ${failed} told to come again`,
        `GET /health p50 ${ms(flooded)} (${(flooded / idle).toFixed(1)} × idle), longest ${ms(Math.max(...floodedMs))}`,
        `${lists} lists of runs, ${startsAtOnce} at once: ${(lists / listSeconds).toFixed(0)} a second`,
      ],
      spread: [],
      samples: { idleMs, floodedMs },
    },
    {
      name: 'GET /health under the largest bodies, longest',
      figure: Math.max(...largest.healthMs),
      unit: 'ms',
      target: 100,
      details: [
        `p50 ${ms(median(largest.healthMs))}, p99 ${ms(quantile(largest.healthMs, 0.99))} of ${largest.healthMs.length}`,
        `meanwhile ${largest.ended} runs, one after the other, and ${largest.sent}`,
      ],
      spread: [],
      samples: { healthMs: largest.healthMs },
    },
  ];
}

/** Only an administrator may raise a priority: for others, what is measured after this keeps the low one. */
function giveBack(priority: number): void {
  try {
    setPriority(priority);
  } catch (error) {
    console.warn(`The bench keeps a low priority: ${String(error)}`);
  }
}

/** What held up an API that read it in its own thread: each is sent again and again, beside the others. */
const largestBodies = {
  'a document of 90,000 keys': [validate, 'application/yaml', keysOf(90_000)],
  'one of 40,000 nodes': [
    validate,
    'application/json',
    JSON.stringify({
      name: 'x',
      nodes: Array.from({ length: 40_000 }, (_, n) => ({ id: `${n}` })),
    }),
  ],
  'a message of 9 MB': [
    '/v1/chat/completions',
    'application/json',
    JSON.stringify({
      model: 'openai:gpt-4.1',
      messages: [{ role: 'user', content: 'x'.repeat(9_000_000) }],
    }),
  ],
} as const satisfies Record<string, readonly [path: string, type: string, body: string]>;

async function healthUnderLargest(baton: RunningBaton, health: HealthSampler) {
  const over = new AbortController();
  const counts = new Map<string, number>();
  const flood = Object.entries(largestBodies).map(async ([name, [path, type, body]]) => {
    while (!over.signal.aborted) {
      await baton.send(path, type, body);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  });
  let ended = 0;
  const runs = (async () => {
    while (!over.signal.aborted) {
      const { id } = await baton.post('/api/v1/runs', { pipeline, input: { n: ended } });
      await baton.ended(id);
      ended += 1;
    }
  })();
  const healthMs = await health.until(delay(largestForMs));
  over.abort();
  await Promise.all([...flood, runs]);
  const sent = [...counts].map(([name, times]) => `${times} times ${name}`).join(', ');
  return { healthMs, ended, sent };
}

async function atOnce<Done>(times: number, work: (index: number) => Promise<Done>) {
  const done: Done[] = [];
  let next = 0;
  const one = async () => {
    while (next < times) done.push(await work((next += 1)));
  };
  await Promise.all(Array.from({ length: startsAtOnce }, one));
  return done;
}

/** Sends large documents that are not valid, and counts the answers. */
function startFlood(baton: RunningBaton) {
  const document = `nodes:\n${keysOf(keys, '  ')}`;
  const answers = { checked: 0, failed: 0 };
  const flood = new AbortController();
  const one = async () => {
    while (!flood.signal.aborted) {
      const status = await baton.send(validate, 'application/yaml', document);
      answers[status === 200 ? 'checked' : 'failed'] += 1;
    }
  };
  const all = Promise.all(Array.from({ length: checkers }, one));
  return {
    async stop() {
      flood.abort();
      await all;
      return answers;
    },
  };
}

/** How many runs have not ended two minutes after the last was started; 100 where it is more. */
async function unfinishedOf(baton: RunningBaton): Promise<number> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    const pages = await Promise.all(
      ['pending', 'in_progress'].map((status) =>
        baton.get(`/api/v1/runs?status=${status}&limit=100`),
      ),
    );
    const left = pages.flatMap((page) => (page as { items: unknown[] }).items).length;
    if (left === 0 || performance.now() > deadline) return left;
    await delay(500);
  }
}
