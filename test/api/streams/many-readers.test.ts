import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import { runChannel } from '../../../contracts/runs/events.ts';
import type { CallEvent } from '../../../contracts/runs/call-events.ts';
import type { RunEvent, RunPicture } from '../../../contracts/runs/run-picture.ts';
import type { Sent } from '../../../contracts/runs/run-events.ts';
import { applyRunEvent } from '../../../contracts/runs/run-picture.ts';
import { followStream } from '../../../web/src/api/streams/follow-stream.ts';
import { apiKey, openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { openStalledReader } from '../support/stalled-reader.ts';
import type { Frame } from '../support/stalled-reader.ts';
import { keyProtocols, readRunStream } from '../support/stream-client.ts';

const readers = 200;
const stalledReaders = 10;
const events = 2_000;
const eventsAtOnce = 100;
/** Fill what the machine's own buffers take for a reader that does not read, which is about 4 MB. */
const large = { events: 45, characters: 110_000 };
const capacity = { entries: 400, characters: 500_000 };

let test: TestApp;
let address: string;
let runId: string;
const bus = createMemoryBus();

beforeAll(async () => {
  test = await openTestApp({ bus, streams: { capacity } });
  address = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const started = await test.post('/api/v1/runs', {
    pipeline: 'price-check',
    input: { symbol: 'SPX' },
  });
  runId = started.body.id;
});
afterAll(() => test.close());

const callId = 'call';
const whole = Array.from({ length: events }, (_, index) => `${index + 1} `).join('');

function publish(event: CallEvent & { callId: string; sequence: number }): void {
  bus.publish(runChannel(runId), { ...event, runId, nodePath: event.callId, step: 'turn-1' });
}

/** Another call, which says a lot of which nothing stays. */
function publishLarge(number: number): void {
  const text = 'x'.repeat(large.characters);
  publish({ type: 'text-delta', text, callId: 'large', sequence: 2 * number - 1 });
  publish({ type: 'retry', attempt: number, callId: 'large', sequence: 2 * number });
}

/** The web app's own client; `disconnect` cuts its connection, after which it comes back by itself. */
function openReader() {
  const url = new URL(`/api/v1/runs/${runId}/stream`, address.replace('http', 'ws'));
  let socket: WebSocket | undefined;
  let picture: RunPicture | undefined;
  let told = 0;
  const snapshots: string[] = [];
  const positions: string[] = [];
  const followed = followStream<RunEvent>({
    open(after) {
      const at = new URL(url);
      if (after !== undefined) at.searchParams.set('after', after);
      socket = new WebSocket(at, keyProtocols());
      return socket;
    },
    onEvent(event: Sent<RunEvent>) {
      positions.push(event.position);
      if (event.type === 'snapshot') snapshots.push(event.position);
      if ('sequence' in event) told = event.sequence;
      picture = applyRunEvent(picture, event);
    },
    onLive: () => {},
  });
  return {
    snapshots,
    positions,
    get told() {
      return told;
    },
    get text() {
      return picture?.calls[callId]?.text;
    },
    disconnect: () => socket?.close(),
    stop: followed.stop,
  };
}

const sequenceOf = (position: string) => Number(position.split(':')[1]);

it('200 readers of a run of 2,000 events, whether quick, reconnecting or stuck, have every event once and in order', async () => {
  const streamUrl = new URL(`/api/v1/runs/${runId}/stream`, address);
  const stalled = await Promise.all(
    Array.from({ length: stalledReaders }, () =>
      openStalledReader(streamUrl, { authorization: `Bearer ${apiKey}` }),
    ),
  );
  const witness = openReader();
  await expect.poll(() => witness.snapshots.length, wait).toBe(1);
  for (let number = 1; number <= large.events; number += 1) {
    publishLarge(number);
    await expect.poll(() => witness.told, wait).toBe(2 * number);
  }
  const open = [
    witness,
    ...Array.from({ length: readers - stalledReaders - 1 }, () => openReader()),
  ];
  await expect.poll(() => open.every(({ snapshots }) => snapshots.length === 1), wait).toBe(true);

  let cutOff: Promise<Frame[]>[] = [];
  for (let number = 1; number <= events; number += 1) {
    publish({ type: 'text-delta', text: `${number} `, callId, sequence: number });
    if (number % eventsAtOnce > 0) continue;
    await expect.poll(() => open.every(({ told }) => told === number), wait).toBe(true);
    // By now what they have not taken is gone, and the server waits half a minute at most for them to hear it.
    if (number === capacity.entries + eventsAtOnce)
      cutOff = stalled.map((reader) => reader.readAll());
    // Another tenth of them each time.
    for (const [index, reader] of open.entries()) {
      if (index % 10 === (number / eventsAtOnce) % 10) reader.disconnect();
    }
  }

  for (const { text, positions, snapshots } of open) {
    expect(snapshots).toHaveLength(1);
    const [first = 0] = positions.map(sequenceOf);
    expect(positions.map(sequenceOf)).toEqual(positions.map((_, index) => first + index));
    expect(text === whole).toBe(true);
  }

  expect(cutOff).toHaveLength(stalledReaders);
  for (const frames of await Promise.all(cutOff)) {
    const texts = frames.flatMap((frame) => (frame.type === 'text' ? [frame.text] : []));
    const read = texts.map((text) => JSON.parse(text) as Sent<RunEvent>);
    const kept = read.filter((event) => 'position' in event);
    expect(kept.map(({ position }) => sequenceOf(position))).toEqual(kept.map((_, index) => index));
    expect(kept.length).toBeLessThan(events);
    expect(frames.at(-1)).toMatchObject({ type: 'close', code: 4008 });
    const back = await readRunStream(address, runId, { after: kept.at(-1)!.position });
    await back.until({ type: 'snapshot' });
    expect(back.picture?.calls[callId]?.text === whole).toBe(true);
    back.close();
  }
  for (const reader of open) reader.stop();
}, 300_000);

const wait = { timeout: 120_000, interval: 5 };
