import { expect } from 'vitest';
import type { RunEvent } from '../../../contracts/runs/run-picture.ts';
import type { Sent } from '../../../contracts/runs/run-events.ts';
import { applyRunEvent } from '../../../contracts/runs/run-picture.ts';
import type { RunPicture } from '../../../contracts/runs/run-picture.ts';
import { apiKey } from './app.ts';

type Told = Sent<RunEvent>;

/** The key as a browser can give it, without headers. */
export function keyProtocols(key = apiKey): string[] {
  return ['baton', `baton.key.${Buffer.from(key).toString('base64url')}`];
}

/** Reads a run's stream over a WebSocket, as a script does. Settles when it is open or refused. */
export async function readRunStream(
  address: string,
  runId: string,
  options: { after?: string; protocols?: string[] } = {},
) {
  const url = new URL(`/api/v1/runs/${runId}/stream`, address.replace('http', 'ws'));
  if (options.after !== undefined) url.searchParams.set('after', options.after);
  const socket = new WebSocket(url, options.protocols ?? keyProtocols());
  const events: Told[] = [];
  let picture: RunPicture | undefined;
  let closed: { code: number; reason: string } | undefined;
  socket.addEventListener('message', ({ data }) => {
    const event = JSON.parse(String(data)) as Told;
    if (!('position' in event)) return;
    events.push(event);
    picture = applyRunEvent(picture, event);
  });
  socket.addEventListener('close', ({ code, reason }) => (closed = { code, reason }));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('the WebSocket was refused')));
  });
  return {
    events,
    types: () => events.map(({ type }) => type),
    get picture(): RunPicture | undefined {
      return picture;
    },
    get closed() {
      return closed;
    },
    get last(): string | undefined {
      return events.at(-1)?.position;
    },
    /** Waits for an event that is as it is expected. */
    async until(expected: object): Promise<void> {
      await expect
        .poll(() => events, { timeout: 10_000 })
        .toContainEqual(expect.objectContaining(expected));
    },
    say: (text: string) => socket.send(text),
    close: () => socket.close(),
  };
}

export type StreamClient = Awaited<ReturnType<typeof readRunStream>>;
