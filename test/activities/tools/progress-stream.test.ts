import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProgressStream } from '../../../activities/tools/progress-stream.ts';
import type { BusEvent } from '../../../contracts/runs/events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openStream() {
  const told: (readonly [string, BusEvent])[] = [];
  const source = { runId: 'run_1', key: 'run_1/order#tool' };
  const publish = (channel: string, event: BusEvent) => void told.push([channel, event]);
  return { told, stream: createProgressStream({ publish }, source) };
}

const done = (count: number) => ({ message: `${count} done`, fraction: count / 1_000 });
const event = (count: number) => [
  'run:run_1',
  { type: 'tool-progress', runId: 'run_1', key: 'run_1/order#tool', ...done(count) },
];

it('publishes the first progress at once to those who watch the run', () => {
  const { told, stream } = openStream();
  stream.tell(done(1));
  expect(told).toEqual([event(1)]);
});

it('publishes the first and the last of a thousand updates at once, and continues when there are more', () => {
  const { told, stream } = openStream();
  for (let count = 1; count <= 1_000; count += 1) stream.tell(done(count));
  vi.runAllTimers();
  expect(told).toEqual([event(1), event(1_000)]);
  stream.tell(done(7));
  expect(told.at(-1)).toEqual(event(7));
});

it('tells nothing after the end', () => {
  const { told, stream } = openStream();
  stream.tell(done(1));
  stream.tell(done(2));
  stream.stop();
  stream.tell(done(3));
  vi.runAllTimers();
  expect(told).toEqual([event(1)]);
});
