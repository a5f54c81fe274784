import { onTestFinished } from 'vitest';
import type { RunEvent } from '../../../contracts/runs/run-picture.ts';
import type { Sent } from '../../../contracts/runs/run-events.ts';
import { applyRunEvent } from '../../../contracts/runs/run-picture.ts';
import type { RunPicture } from '../../../contracts/runs/run-picture.ts';
import { followStream } from '../../../web/src/api/streams/follow-stream.ts';
import { apiKey } from './baton.ts';

/** Watches a run as the web app does: where the connection breaks, it comes back by itself. */
export function watchRun(address: string, runId: string) {
  const url = new URL(`/api/v1/runs/${runId}/stream`, address.replace('http', 'ws'));
  const key = `baton.key.${Buffer.from(apiKey).toString('base64url')}`;
  const events: Sent<RunEvent>[] = [];
  const lives: boolean[] = [];
  let picture: RunPicture | undefined;
  const { stop } = followStream<RunEvent>({
    open(after) {
      const at = new URL(url);
      if (after !== undefined) at.searchParams.set('after', after);
      return new WebSocket(at, ['baton', key]);
    },
    onEvent(event) {
      events.push(event);
      picture = applyRunEvent(picture, event);
    },
    onLive: (isLive) => lives.push(isLive),
  });
  onTestFinished(stop);
  return {
    events,
    lives,
    get picture() {
      return picture;
    },
    /** What models say at this moment. */
    texts: () => Object.values(picture?.calls ?? {}).map(({ text }) => text),
  };
}
