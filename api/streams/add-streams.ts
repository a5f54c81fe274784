import type { FastifyInstance } from 'fastify';
import { openRedis } from '../../bus/open-redis.ts';
import type { Services } from '../services.ts';
import type { Capacity } from './ring.ts';
import { ownRunFeeds } from './run-feed.ts';
import { sharedRunFeeds } from './shared-run-feeds.ts';
import { closeCodes } from '../../contracts/runs/run-events.ts';
import type { Outlet } from './outlet.ts';
import type { Position } from './position.ts';
import type { OpenFeed, OpenRunFeed } from './run-feed.ts';
import { allRunsChannel } from '../../contracts/runs/events.ts';
import type { RunNotice } from '../../contracts/runs/events.ts';
import type { AllRunsChange } from '../../contracts/runs/run-events.ts';
import { viewApproval } from '../approvals/view-approval.ts';
import { awaitedBy, summarizeRun } from '../runs/summarize-run.ts';
import { createFeed } from './feed.ts';
import { newEpoch } from './position.ts';
import { whileShowing } from '../../db/sealing.ts';

/** How often it is tried to hear the bus where that did not answer. */
const tryAgainMs = 1_000;

/**
 * The stream of what happens among all runs, from the first reader on. Each process numbers its own, and it has no
 * picture: a snapshot only says that lists are to be read again.
 */
function createAllRunsFeed(services: Services, onError: (error: unknown) => void) {
  const { bus, runs, approvals, links } = services;
  const feed = createFeed<AllRunsChange, undefined>({
    picture: undefined,
    apply: () => undefined,
    epoch: newEpoch(),
  });
  let stop: (() => void) | undefined;
  let trying: NodeJS.Timeout | undefined;
  let isOpen = false;
  let isClosed = false;
  let isBehind = false;
  // Read one after the other, so that what is told last is what is true.
  let work = Promise.resolve();

  async function tell(notice: RunNotice): Promise<void> {
    if (notice.type === 'approval-written') {
      const row = await approvals.get(notice.approvalId);
      if (row) feed.append({ type: 'approval', approval: viewApproval(row) });
    } else {
      const row = await runs.get(notice.runId);
      if (!row) return;
      const waits = await awaitedBy(services, [row]);
      feed.append({ type: 'run', run: summarizeRun(row, links, waits) });
    }
  }

  async function listen(): Promise<void> {
    if (isClosed) return;
    try {
      stop = await bus.subscribe<RunNotice>(allRunsChannel, (notice) => {
        if (feed.readers > 0)
          work = work.then(() => whileShowing(() => tell(notice))).catch(onError);
        else isBehind = true;
      });
      if (isClosed) stop();
      // What was told before is not known.
      else begin();
    } catch (error) {
      onError(error);
      trying = setTimeout(() => void listen(), tryAgainMs);
    }
  }

  function begin(): void {
    isBehind = false;
    feed.restart({ epoch: newEpoch(), sequence: 0 }, undefined);
  }

  return {
    join(outlet: Outlet, after: Position | undefined): void {
      if (!isOpen) void listen();
      isOpen = true;
      if (isBehind) begin();
      outlet.onEnd(feed.join(outlet, after));
    },
    close(): void {
      isClosed = true;
      stop?.();
      clearTimeout(trying);
      feed.close(closeCodes.goingAway, 'The server is stopping. Reconnect');
    },
  };
}

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

export type StreamSettings = {
  /** A Redis or Valkey of all processes that serve the same runs; left out, this one numbers events by itself. */
  redisUrl?: string;
  /** What each stream keeps for readers who are behind or come back. */
  capacity?: Capacity;
  /** How long a stream goes on without readers. */
  lingerMs?: number;
};

const answerMs = 2_000;

/** The streams of an app; they end with it. */
export function addStreams(
  app: FastifyInstance,
  services: Services,
  { redisUrl, capacity, lingerMs }: StreamSettings = {},
) {
  const onError = (error: unknown) => app.log.warn(error);
  const redis = redisUrl
    ? openRedis(redisUrl, onError, { commandTimeout: answerMs, enableOfflineQueue: true })
    : undefined;
  const settings = { onError, ...(capacity && { capacity }) };
  const runs = createRunFeeds(
    redis ? sharedRunFeeds(services, redis, settings) : ownRunFeeds(services, settings),
    { onError, ...(lingerMs !== undefined && { lingerMs }) },
  );
  const allRuns = createAllRunsFeed(services, onError);
  // Before the server waits for its connections to end.
  app.addHook('preClose', async () => {
    allRuns.close();
    await runs.close();
    redis?.disconnect();
  });
  return { runs, allRuns };
}

export type Streams = ReturnType<typeof addStreams>;
