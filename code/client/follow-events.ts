import type { z } from 'zod';
import type { runEventSchema } from '../../contracts/api/streams.ts';
import { hasEnded } from '../../contracts/runs/run.ts';
import { ServerUnreachable } from './errors.ts';
import type { Requests } from './requests.ts';
import { queryText } from './requests.ts';

/** What happens in a run, with the position to come back to. */
export type RunEvent = z.output<typeof runEventSchema>;

const shortestPauseMs = 250;
const longestPauseMs = 10_000;
/** How long a server that was there may be away. */
const patienceMs = 120_000;

/**
 * The events of a run until its end, the first a snapshot. Where the connection breaks, it comes back after the last event.
 * @throws {ServerUnreachable} when the server is not there, or stays away for two minutes.
 */
export async function* followEvents(
  { stream }: Requests,
  runId: string,
  { signal }: { signal?: AbortSignal | undefined } = {},
): AsyncGenerator<RunEvent, void, undefined> {
  const path = `/api/v1/runs/${encodeURIComponent(runId)}/stream`;
  let after: string | undefined;
  let heardAt = Date.now();
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      const body = await stream(`${path}${queryText({ after })}`, {
        headers: { accept: 'text/event-stream' },
        ...(signal && { signal }),
      });
      for await (const event of eventsIn(body, () => {
        heardAt = Date.now();
      })) {
        after = event.position;
        pauseMs = shortestPauseMs;
        yield event;
        if (endOf(event)) return;
      }
    } catch (error) {
      signal?.throwIfAborted();
      const isCut = error instanceof TypeError || error instanceof ServerUnreachable;
      if (!isCut || after === undefined || Date.now() - heardAt > patienceMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    signal?.throwIfAborted();
  }
}

/** Whether it is the last event: nothing follows the end of a run. */
function endOf(event: RunEvent): boolean {
  if (event.type === 'state') return hasEnded(event.run.status);
  return event.type === 'snapshot' && hasEnded(event.picture.run.status);
}

/**
 * The events in a body of server-sent events.
 * @param onHeard told of all that comes, heartbeats too.
 */
async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  onHeard: () => void,
): AsyncGenerator<RunEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      onHeard();
      const blocks = (rest + decoder.decode(read.value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const lines = block.split('\n');
        const data = lines.find((line) => line.startsWith('data: '));
        // A comment is a heartbeat; the event `end` says that the server closes, not that the run has ended.
        if (data !== undefined && !lines.includes('event: end')) {
          yield JSON.parse(data.slice('data: '.length)) as RunEvent;
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
