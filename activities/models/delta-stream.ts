import type { Bus } from '../../bus/bus.ts';
import type { CallEvent as EventOfCall } from '../../contracts/runs/call-events.ts';
import type { IgnoredEvent, StreamEvent } from '../../contracts/runs/events.ts';
import type { ChatDelta } from '../../contracts/models/messages.ts';
import { storable } from '../../contracts/base/text.ts';
import type { FailoverEvent } from './router.ts';

type CallEvent = EventOfCall | IgnoredEvent;

const mostEventsASecond = 20;
/** 17 events a second, which leaves 3 for the end of an answer. */
const millisecondsAnEvent = 60;

/** What a call says, on its way to those who watch. */
export type DeltaStream = {
  push(delta: ChatDelta): void;
  /** What was said so far is void: the same question is asked again. */
  retry(): void;
  /** Another model is asked; what the one before it has said is void. */
  failover(event: FailoverEvent): void;
  /** The model does not take a part of what was asked. */
  ignored(parameters: readonly string[]): void;
  /**
   * Publishes at once what still waits, and that the answer is complete. Nothing may follow. Deltas that would be too many
   * events for one second are left out from some point on: the answer is on record.
   */
  finish(): void;
};

/**
 * Publishes the parts of one answer: the first at once, then at most one event in 60 ms, in which neighbours of
 * one kind (text, reasoning, the arguments of the same call) are put together. No character is cut in
 * half, and what a database would refuse is replaced by U+FFFD.
 *
 * Where output becomes void, what was not published yet is dropped, and for the rest a `retry` event says so.
 *
 * @param options.attempt of the activity, from 1; from the second on, `retry` comes before the first delta, and
 * `sequence` counts from 1 anew.
 */
export function createDeltaStream(options: {
  bus: Pick<Bus, 'publish'>;
  channel: string;
  source: Pick<StreamEvent, 'callId' | 'runId' | 'nodePath' | 'step'>;
  attempt: number;
}): DeltaStream {
  const { bus, channel, source } = options;
  let { attempt } = options;
  let waiting: CallEvent[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sequence = 0;
  let lastTimes: number[] = [];
  let owesRetry = attempt > 1;
  let hasPublishedOutput = false;

  function publish(event: CallEvent): void {
    sequence += 1;
    lastTimes = [...lastTimes, Date.now()].slice(-mostEventsASecond);
    hasPublishedOutput ||= isOutput(event);
    bus.publish(channel, { ...event, ...source, sequence });
  }

  function publishNext(): boolean {
    const [first, ...rest] = waiting;
    if (!first) return false;
    const { ready, held } = rest.length > 0 ? { ready: first, held: undefined } : splitHalf(first);
    if (!ready) return false;
    waiting = held ? [held] : rest;
    publish(storable(ready));
    return true;
  }

  function publishInTime(): void {
    timer = publishNext() ? setTimeout(publishInTime, millisecondsAnEvent) : undefined;
  }

  function enqueue(event: CallEvent): void {
    const last = waiting.at(-1);
    const joined = last && join(last, event);
    if (joined) waiting[waiting.length - 1] = joined;
    else waiting.push(event);
    if (!timer) publishInTime();
  }

  function voidOutput(): void {
    waiting = waiting.filter((event) => !isOutput(event));
    if (!hasPublishedOutput) return;
    hasPublishedOutput = false;
    attempt += 1;
    enqueue({ type: 'retry', attempt });
  }

  return {
    push(delta) {
      if (textOf(delta) === '') return;
      if (owesRetry) enqueue({ type: 'retry', attempt });
      owesRetry = false;
      enqueue(delta);
    },
    retry: voidOutput,
    failover({ from, to, error }) {
      voidOutput();
      enqueue({ type: 'failover', from, to, reason: `${error.code}: ${error.message}` });
    },
    ignored: (parameters) => enqueue({ type: 'ignored', parameters: [...parameters] }),
    finish() {
      clearTimeout(timer);
      const secondAgo = Date.now() - 1_000;
      const recent = lastTimes.filter((time) => time > secondAgo).length;
      const others = waiting.filter((event) => !isOutput(event));
      const room = Math.max(0, mostEventsASecond - recent - others.length - 1);
      const output = fitted(waiting.filter(isOutput), room);
      for (const event of [...others, ...output]) publish(storable(event));
      waiting = [];
      publish({ type: 'finish' });
    },
  };
}

/** At most as many events: where there are more, those of one kind become one, and the last are left out. */
function fitted(events: readonly CallEvent[], most: number): readonly CallEvent[] {
  if (events.length <= most) return events;
  const merged: CallEvent[] = [];
  for (const event of events) {
    const at = merged.findIndex((earlier) => join(earlier, event));
    const joined = merged[at] && join(merged[at], event);
    if (joined) merged[at] = joined;
    else merged.push(event);
  }
  return merged.slice(0, most);
}

function isOutput({ type }: CallEvent): boolean {
  return !['retry', 'failover', 'ignored', 'finish'].includes(type);
}

function textOf(event: CallEvent): string | undefined {
  if (event.type === 'tool-call-delta') return event.arguments;
  return event.type === 'text-delta' || event.type === 'reasoning-delta' ? event.text : undefined;
}

function withText(event: CallEvent, text: string): CallEvent {
  if (event.type === 'tool-call-delta') return { ...event, arguments: text };
  return event.type === 'text-delta' || event.type === 'reasoning-delta'
    ? { ...event, text }
    : event;
}

function join(earlier: CallEvent, later: CallEvent): CallEvent | undefined {
  const [start, end] = [textOf(earlier), textOf(later)];
  if (start === undefined || end === undefined || earlier.type !== later.type) return undefined;
  if (isRefusal(earlier) !== isRefusal(later)) return undefined;
  const isSameCall = !('index' in earlier && 'index' in later) || earlier.index === later.index;
  return isSameCall ? withText(earlier, start + end) : undefined;
}

function isRefusal(event: CallEvent): boolean {
  return 'isRefusal' in event;
}

/** A text that ends in the first half of a character is given without it, and the half is held back. */
function splitHalf(event: CallEvent): { ready: CallEvent | undefined; held?: CallEvent } {
  const text = textOf(event);
  if (text === undefined || !/[\uD800-\uDBFF]$/.test(text)) return { ready: event };
  const whole = text.slice(0, -1);
  return {
    ready: whole === '' ? undefined : withText(event, whole),
    held: withText(event, text.slice(-1)),
  };
}
