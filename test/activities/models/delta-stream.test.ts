import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDeltaStream } from '../../../activities/models/delta-stream.ts';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import type { CallEvent } from '../../../contracts/runs/call-events.ts';
import type { StreamEvent } from '../../../contracts/runs/events.ts';
import type { ChatDelta } from '../../../contracts/models/messages.ts';
import { storableText } from '../../../contracts/base/text.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const source = { callId: 'call-1', runId: 'run-1', nodePath: 'research', step: 'turn-1' };

function openStream(attempt = 1) {
  const published: { at: number; event: StreamEvent }[] = [];
  const publish = (channel: string, event: StreamEvent) => {
    expect(channel).toBe('run:run-1');
    published.push({ at: Date.now(), event });
  };
  const stream = createDeltaStream({ bus: { publish }, channel: 'run:run-1', source, attempt });
  const events = () => published.map(({ event }) => said(event));
  return { stream, published, events };
}

function said(event: StreamEvent): CallEvent {
  const hidden = new Set(['sequence', ...Object.keys(source)]);
  const entries = Object.entries(event).filter(([key]) => !hidden.has(key));
  return Object.fromEntries(entries) as CallEvent;
}

const text = (value: string): ChatDelta => ({ type: 'text-delta', text: value });
const reasoning = (value: string): ChatDelta => ({ type: 'reasoning-delta', text: value });
const args = (index: number, value: string): ChatDelta => ({
  type: 'tool-call-delta',
  index,
  arguments: value,
});
const start = (index: number): ChatDelta => ({
  type: 'tool-call-start',
  index,
  id: `call_${index}`,
  name: 'get_price',
});

test('The first part goes out at once, and says where it comes from', () => {
  const { stream, published } = openStream();
  stream.push(text('Hello'));
  expect(published.map(({ event }) => event)).toEqual([
    { type: 'text-delta', text: 'Hello', ...source, sequence: 1 },
  ]);
});

test('Neighbours of one kind go out together, 60 ms after the event before', () => {
  const { stream, events } = openStream();
  for (const part of ['a', 'b', 'c', 'd']) stream.push(text(part));
  vi.advanceTimersByTime(59);
  expect(events()).toEqual([text('a')]);
  vi.advanceTimersByTime(1);
  expect(events()).toEqual([text('a'), text('bcd')]);
});

test('After a silence the next part goes out at once again', () => {
  const { stream, events } = openStream();
  stream.push(text('a'));
  vi.advanceTimersByTime(60);
  stream.push(text('b'));
  expect(events()).toEqual([text('a'), text('b')]);
});

test('Reasoning, text and the arguments of each call stay apart and in order', () => {
  const { stream, events } = openStream();
  const parts = [reasoning('r'), text('t'), start(0), args(0, '{"a":'), args(0, '1}'), start(1)];
  for (const part of [...parts, args(1, '{}'), args(0, ' ')]) stream.push(part);
  stream.finish();
  expect(events()).toEqual([
    reasoning('r'),
    text('t'),
    start(0),
    args(0, '{"a":1}'),
    start(1),
    args(1, '{}'),
    args(0, ' '),
    { type: 'finish' },
  ]);
});

test('Finishing publishes what waits, then says so, and leaves no timer', () => {
  const { stream, events } = openStream();
  for (const part of ['a', 'b', 'c']) stream.push(text(part));
  stream.finish();
  expect(events()).toEqual([text('a'), text('bc'), { type: 'finish' }]);
  expect(vi.getTimerCount()).toBe(0);
});

test('A second attempt begins with a retry event', () => {
  const { stream, events } = openStream(2);
  stream.push(text('again'));
  stream.finish();
  expect(events()).toEqual([{ type: 'retry', attempt: 2 }, text('again'), { type: 'finish' }]);
});

test('A second attempt that says nothing voids nothing', () => {
  const { stream, events } = openStream(2);
  stream.finish();
  expect(events()).toEqual([{ type: 'finish' }]);
});

const failover = {
  type: 'failover' as const,
  from: 'openai:gpt-5.2',
  to: 'ollama:qwen3',
  error: { code: '503', message: 'no capacity' },
};
const toldFailover = {
  type: 'failover',
  from: 'openai:gpt-5.2',
  to: 'ollama:qwen3',
  reason: '503: no capacity',
};

test('A failover before any output is told without a retry', () => {
  const { stream, events } = openStream();
  stream.failover(failover);
  stream.push(text('a'));
  stream.finish();
  expect(events()).toEqual([toldFailover, text('a'), { type: 'finish' }]);
});

test('A failover after output voids what was published and drops what was not', () => {
  const { stream, events } = openStream();
  stream.push(text('a'));
  stream.push(text('never seen'));
  stream.failover(failover);
  stream.push(text('b'));
  stream.finish();
  expect(events()).toEqual([
    text('a'),
    { type: 'retry', attempt: 2 },
    toldFailover,
    text('b'),
    { type: 'finish' },
  ]);
});

test('Asking again voids the answer before, each time with the next number', () => {
  const { stream, events } = openStream(2);
  stream.push(text('a'));
  vi.advanceTimersByTime(60);
  stream.retry();
  stream.push(text('b'));
  vi.advanceTimersByTime(120);
  stream.retry();
  stream.finish();
  expect(events()).toEqual([
    { type: 'retry', attempt: 2 },
    text('a'),
    { type: 'retry', attempt: 3 },
    text('b'),
    { type: 'retry', attempt: 4 },
    { type: 'finish' },
  ]);
});

test('A character that comes in two halves is published whole', () => {
  const { stream, events } = openStream();
  const [high, low] = ['😀'.slice(0, 1), '😀'.slice(1)];
  stream.push(text(`a${high}`));
  stream.push(text(`${low}b`));
  stream.finish();
  expect(events()).toEqual([text('a'), text('😀b'), { type: 'finish' }]);
});

test('Half a character that stays alone, and NUL, become U+FFFD', () => {
  const { stream, events } = openStream();
  stream.push(text('a\0'));
  stream.push(reasoning('\uD83D'));
  stream.push(text('b\uD83D'));
  stream.finish();
  expect(events()).toEqual([
    text('a\u{fffd}'),
    reasoning('\u{fffd}'),
    text('b\u{fffd}'),
    { type: 'finish' },
  ]);
});

test('Events reach who listens on the bus', async () => {
  const bus = createMemoryBus();
  const seen: StreamEvent[] = [];
  await bus.subscribe('call:call-1', (event) => seen.push(event));
  const callSource = { callId: 'call-1' };
  const stream = createDeltaStream({ bus, channel: 'call:call-1', source: callSource, attempt: 1 });
  stream.push(text('a'));
  stream.finish();
  expect(seen).toEqual([
    { type: 'text-delta', text: 'a', callId: 'call-1', sequence: 1 },
    { type: 'finish', callId: 'call-1', sequence: 2 },
  ]);
});

/** Neighbours of one kind put together, as text that can be stored. */
function joined(events: CallEvent[]): string[] {
  const parts: { kind: string; text: string }[] = [];
  for (const event of events) {
    const kind = event.type + ('index' in event ? event.index : '');
    const value = 'text' in event ? event.text : 'arguments' in event ? event.arguments : '';
    const last = parts.at(-1);
    if (last?.kind === kind && event.type !== 'tool-call-start') last.text += value;
    else if (value !== '' || event.type === 'tool-call-start') parts.push({ kind, text: value });
  }
  return parts.map((part) => `${part.kind} ${storableText(part.text)}`);
}

test('An end with many calls keeps to 20 events in a second, without gaps in their numbers', () => {
  const { stream, published, events } = openStream();
  for (let index = 0; index < 60; index += 1) {
    stream.push(start(index));
    stream.push(args(index, '{}'));
    if (index === 0) vi.advanceTimersByTime(960);
  }
  vi.advanceTimersByTime(960);
  stream.finish();
  for (const { at } of published) {
    expect(
      published.filter((other) => other.at > at - 1_000 && other.at <= at).length,
    ).toBeLessThanOrEqual(20);
  }
  expect(published.map(({ event }) => event.sequence)).toEqual(
    published.map((_, index) => index + 1),
  );
  expect(events().at(-1)).toEqual({ type: 'finish' });
  expect(published.length).toBeLessThan(121);
});

const anyText = fc.string({ unit: fc.constantFrom('a', '\uD83D', '\uDE00', '\0', '"', 'é') });
const anyDelta = fc.oneof(
  { weight: 5, arbitrary: anyText.map(text) },
  anyText.map(reasoning),
  fc.nat(2).map(start),
  fc.tuple(fc.nat(2), anyText).map(([index, value]) => args(index, value)),
);

test('What is published is what was pushed, in order, numbered, at most one event in 60 ms', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyDelta, fc.nat(70))), (pushed) => {
      const { stream, published, events } = openStream();
      for (const [delta, wait] of pushed) {
        stream.push(delta);
        vi.advanceTimersByTime(wait);
      }
      const whileOpen = published.map(({ at }) => at);
      for (const [index, at] of whileOpen.entries()) {
        if (index > 0) expect(at - whileOpen[index - 1]!).toBeGreaterThanOrEqual(60);
      }
      vi.advanceTimersByTime(60 * pushed.length);
      stream.finish();
      expect(joined(events().slice(0, -1))).toEqual(joined(pushed.map(([delta]) => delta)));
      expect(events().at(-1)).toEqual({ type: 'finish' });
      expect(published.map(({ event }) => event.sequence)).toEqual(
        published.map((_, index) => index + 1),
      );
    }),
  );
});
