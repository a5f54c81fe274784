import type { RunEvent } from '../../contracts/runs/run-picture.ts';
import { applyRunEvent } from '../../contracts/runs/run-picture.ts';
import type { RunPicture } from '../../contracts/runs/run-picture.ts';
import { followStream } from '../../web/src/api/streams/follow-stream.ts';

/** Someone who reads events that say when they were published. */
export type Reader = {
  /** From the publishing of each event to its being read, in milliseconds. */
  latenciesMs: number[];
  hasBegun: () => boolean;
  stop: () => void;
};

/** A reader as the web app has them: its client, and the picture that it keeps. */
export function openReader(url: string, run: { apiKey: string; runId: string }): Reader {
  const latenciesMs: number[] = [];
  let picture: RunPicture | undefined;
  const key = Buffer.from(run.apiKey).toString('base64url');
  const { stop } = followStream<RunEvent>({
    open(after) {
      const address = new URL(`/api/v1/runs/${run.runId}/stream`, url.replace('http', 'ws'));
      if (after !== undefined) address.searchParams.set('after', after);
      return new WebSocket(address, ['baton', `baton.key.${key}`]);
    },
    onEvent(event) {
      picture = applyRunEvent(picture, event);
      if (event.type === 'text-delta') latenciesMs.push(since(event.text));
    },
    onLive: () => {},
  });
  return { latenciesMs, stop, hasBegun: () => picture !== undefined };
}

/** A reader that does nothing with an event but read it. */
export function openBareReader(url: string): Reader {
  const latenciesMs: number[] = [];
  const socket = new WebSocket(url.replace('http', 'ws'));
  socket.addEventListener('message', ({ data }) => {
    latenciesMs.push(since((JSON.parse(String(data)) as { text: string }).text));
  });
  return {
    latenciesMs,
    stop: () => socket.close(),
    hasBegun: () => socket.readyState === WebSocket.OPEN,
  };
}

function since(publishedAt: string): number {
  return performance.timeOrigin + performance.now() - Number(publishedAt);
}
