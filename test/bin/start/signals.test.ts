import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listenForStop } from '../../../bin/start.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const onFirst = vi.fn();
const onSecond = vi.fn();
let now = 0;

beforeEach(() => {
  vi.clearAllMocks();
  now = 1_000;
  listenForStop({ onFirst, onSecond, onOrphaned: () => {}, now: () => now });
});

afterEach(() => {
  for (const signal of signals) process.removeAllListeners(signal);
});

test('one Ctrl-C that arrives twice, from the terminal and from npm, is one', () => {
  process.emit('SIGINT');
  now += 20;
  process.emit('SIGINT');
  expect(onFirst).toHaveBeenCalledOnce();
  expect(onSecond).not.toHaveBeenCalled();
});

test('a second Ctrl-C is another request', () => {
  process.emit('SIGINT');
  now += 800;
  process.emit('SIGINT');
  expect(onSecond).toHaveBeenCalledOnce();
});

test.each(signals)('%s stops', (signal) => {
  process.emit(signal);
  expect(onFirst).toHaveBeenCalledOnce();
});
