import { closeCodes } from '../../contracts/runs/run-events.ts';
import type { Outlet } from './outlet.ts';
import type { Position } from './position.ts';
import type { OpenFeed, OpenRunFeed } from './run-feed.ts';

type Entry = { opened: Promise<OpenFeed>; readers: number; timer?: NodeJS.Timeout };

/**
 * The streams that somebody reads, one a run. Each is opened with its first reader, and closed a while after its
 * last, so that whoever comes back soon misses nothing.
 * @param options.onError told of streams that could not be opened.
 * @param options.lingerMs that while, 30 000 by default.
 */
export function createRunFeeds(
  open: OpenRunFeed,
  options: { onError: (error: unknown) => void; lingerMs?: number },
) {
  const { onError, lingerMs = 30_000 } = options;
  const entries = new Map<string, Entry>();

  function begin(runId: string): Entry {
    const entry: Entry = { opened: open(runId), readers: 0 };
    entries.set(runId, entry);
    return entry;
  }

  async function close(runId: string, entry: Entry): Promise<void> {
    clearTimeout(entry.timer);
    if (entries.get(runId) === entry) entries.delete(runId);
    const opened = await entry.opened.catch(() => undefined);
    opened?.feed.close(closeCodes.goingAway, ending);
    await opened?.close();
  }

  return {
    /** Sends a client the stream of a run, from after a place where that is still known, until it goes. */
    join(runId: string, outlet: Outlet, after: Position | undefined): void {
      const entry = entries.get(runId) ?? begin(runId);
      clearTimeout(entry.timer);
      entry.readers += 1;
      let hasLeft = false;
      let leave = (): void => {};
      outlet.onEnd(() => {
        hasLeft = true;
        leave();
        entry.readers -= 1;
        if (entry.readers > 0) return;
        entry.timer = setTimeout(() => void close(runId, entry), lingerMs);
      });
      void enter();

      async function enter(): Promise<void> {
        try {
          const { feed } = await entry.opened;
          if (!hasLeft) leave = feed.join(outlet, after);
        } catch (error) {
          onError(error);
          if (entries.get(runId) === entry) entries.delete(runId);
          outlet.end(closeCodes.failed, 'The run cannot be read now. Reconnect');
        }
      }
    },

    /** Ends every stream; clients are told to come back. */
    async close(): Promise<void> {
      await Promise.all([...entries].map(([runId, entry]) => close(runId, entry)));
    },
  };
}

const ending = 'The stream ends here. Reconnect with the position of your last event';
