import { findFreePort } from '../bin/start/ports.ts';
import { startTemporalServer } from '../bin/temporal/server.ts';
import { startMockModel, taskOf } from './agents/mock-model.ts';
import type { MockModel } from './agents/mock-model.ts';
import { startBaton } from './agents/start-baton.ts';
import type { RunningBaton } from './agents/start-baton.ts';
import type { Bench, Result } from './measurement.ts';
import { median, quantile } from './support/statistics.ts';

/** Agents at once, and the turns that each takes: enough for a figure, few enough to end soon. */
const loads = [
  { agents: 1, turns: 20 },
  { agents: 10, turns: 10 },
  { agents: 100, turns: 4 },
] as const;
const answersMs = [0, 500] as const;
const starts = 50;
const megabyte = 1024 * 1024;

type Load = { agents: number; turnsPerSecond: number; cpuMs: number; megabytes: number };

/**
 * Agents at work, from the task that is posted to the answer, with a model that answers at once and one that takes half
 * a second: how many turns a second, how much of a processor and memory, and how long a task waits for its first model call.
 */
export async function agents({ binary, folder, cleanup }: Bench): Promise<Result[]> {
  const temporal = await startTemporalServer({ binary, folder, port: await findFreePort() });
  cleanup.add(temporal.stop);
  const model = await startMockModel(cleanup);
  const baton = await startBaton(cleanup, {
    temporalAddress: temporal.address,
    modelUrl: model.url,
  });
  await baton.work(3, 'warm-up');
  const idle = (await baton.usage()).bytes / megabyte;
  const waits = await timeStarts(baton, model);
  const results: Result[] = [];
  for (const answerMs of answersMs) {
    model.answerMs = answerMs;
    results.push(loadResult(answerMs, idle, await measureLoads(baton, answerMs)));
  }
  return [startResult(waits), ...results];
}

async function measureLoads(baton: RunningBaton, answerMs: number): Promise<Load[]> {
  const measured: Load[] = [];
  for (const { agents: count, turns } of loads) {
    const before = await baton.usage();
    const begin = performance.now();
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        baton.work(turns, `model ${answerMs} ms, ${count} at once, number ${index}`),
      ),
    );
    const seconds = (performance.now() - begin) / 1000;
    const { bytes, cpuMs } = await baton.usage();
    measured.push({
      agents: count,
      turnsPerSecond: (count * turns) / seconds,
      cpuMs: (cpuMs - before.cpuMs) / (count * turns),
      megabytes: bytes / megabyte,
    });
  }
  return measured;
}

/** Milliseconds from the request to the model's first question, one task after the other. */
async function timeStarts(baton: RunningBaton, model: MockModel): Promise<number[]> {
  const waits: number[] = [];
  for (let index = 0; index < starts; index += 1) {
    const mark = `start ${index}`;
    const begin = performance.now();
    await baton.work(1, mark);
    waits.push((model.firstAsked.get(taskOf(1, mark)) ?? Number.NaN) - begin);
  }
  return waits;
}

function startResult(waits: readonly number[]): Result {
  const [middle, high] = [median(waits), quantile(waits, 0.99)];
  return {
    name: 'task to first model call, p99 to p50',
    figure: high / middle,
    unit: '×',
    target: 5,
    details: [
      `p50 ${middle.toFixed(0)} ms, p99 ${high.toFixed(0)} ms of ${waits.length} tasks, one after the other`,
    ],
    spread: [],
    samples: { startMs: waits },
  };
}

/** What a turn costs when many agents work, against one alone: less is better, below 1 many get more done. */
function loadResult(answerMs: number, idle: number, measured: readonly Load[]): Result {
  const [alone] = measured;
  const many = measured.at(-1);
  return {
    name: `model of ${answerMs} ms: a turn's share of time, ${many?.agents} agents to 1`,
    figure: (alone?.turnsPerSecond ?? Number.NaN) / (many?.turnsPerSecond ?? Number.NaN),
    unit: '×',
    target: 1,
    details: measured.map(
      ({ agents: count, turnsPerSecond, cpuMs, megabytes }) =>
        `${count} at once: ${turnsPerSecond.toFixed(1)} turns a second, ${cpuMs.toFixed(1)} ms of CPU each; ` +
        `API and worker hold ${megabytes.toFixed(0)} MB (${idle.toFixed(0)} MB before all)`,
    ),
    spread: [],
    samples: {
      turnsPerSecond: measured.map(({ turnsPerSecond }) => turnsPerSecond),
      cpuMs: measured.map(({ cpuMs }) => cpuMs),
      megabytes: measured.map(({ megabytes }) => megabytes),
    },
  };
}
