import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { streamChannel } from '../../contracts/runs/events.ts';
import type { NumberedChange } from '../../contracts/runs/events.ts';
import type { RunChange } from '../../contracts/runs/run-events.ts';
import type { RunPicture } from '../../contracts/runs/run-picture.ts';
import type { Services } from '../services.ts';
import type { Feed } from './feed.ts';
import { newEpoch } from './position.ts';
import type { Position } from './position.ts';
import { createRunFeed } from './run-feed.ts';
import type { FeedSettings, OpenRunFeed } from './run-feed.ts';
import { openRunSource } from './run-source.ts';
import type { RunSource } from './run-source.ts';
import { sharedLog } from './shared-log.ts';

/** How often a process sees to its part; a lease lasts four times as long. */
const settleEveryMs = 1_000;
/** How soon it looks again for a stream that another process is about to begin. */
const beginningMs = 50;
/** Events between two saved pictures: far fewer than the log keeps. */
const saveEvery = 200;

/**
 * Streams that all processes number alike: of those where a run is watched, one leads, which looks at the run and
 * writes its log, and the others follow the log. While Redis does not respond, each process numbers for itself.
 */
export function sharedRunFeeds(
  services: Services,
  redis: Redis,
  settings: FeedSettings,
): OpenRunFeed {
  return async (runId) => {
    const { bus } = services;
    const log = sharedLog(redis, runId, randomUUID());
    const channel = streamChannel(runId);
    let part: 'none' | 'leads' | 'follows' | 'alone' = 'none';
    let feed: Feed<RunChange, RunPicture> | undefined;
    let source: RunSource | undefined;
    let timer: NodeJS.Timeout | undefined;
    let isClosed = false;
    // One thing after the other, whatever comes in between.
    let work = Promise.resolve();

    const inTurn = (task: () => Promise<void>): Promise<void> =>
      (work = work.then(() => (isClosed ? undefined : task())).catch(settings.onError));

    function restart(position: Position, picture: RunPicture, earlier: RunChange[] = []) {
      feed ??= createRunFeed({ picture, epoch: position.epoch }, settings);
      feed.restart(position, picture, earlier);
      return feed;
    }

    async function settle(): Promise<void> {
      try {
        const claim = await log.claim();
        if (claim !== 'taken') {
          if (part !== 'leads' || claim === 'empty' || !(await isOurs())) await lead();
        } else if (part === 'follows') {
          await catchUp();
        } else {
          await follow();
        }
      } catch (error) {
        settings.onError(error);
        if (part !== 'alone') await goOnAlone();
      }
    }

    /** Whether nobody has begun another epoch while this process stalled. */
    async function isOurs(): Promise<boolean> {
      return (await log.epoch()) === feed?.position.epoch;
    }

    async function lead(): Promise<void> {
      const opened = await openSource();
      const epoch = await log.begin(opened.picture);
      const own = restart({ epoch, sequence: 0 }, opened.picture);
      part = 'leads';
      bus.publish(channel, { type: 'numbered', epoch, sequence: 0 });
      opened.start({
        current: () => own.picture,
        tell(change) {
          const position = own.append(change);
          log.append(position, change).then(
            () => bus.publish(channel, { type: 'numbered', ...position, change }),
            () => inTurn(() => beginAgain(position)),
          );
          if (position.sequence % saveEvery === 0) {
            log.save(position, own.picture).catch(settings.onError);
          }
        },
      });
    }

    /** After an event that did not reach the log, which must have no gap. */
    async function beginAgain({ epoch }: Position): Promise<void> {
      if (part !== 'leads' || epoch !== feed?.position.epoch) return;
      part = 'none';
      await settle();
    }

    async function follow(): Promise<void> {
      const saved = await log.saved();
      if (!saved) {
        await delay(beginningMs);
        return isClosed ? undefined : settle();
      }
      source?.stop();
      const earlier = await log.upTo(saved);
      restart(
        saved,
        saved.picture,
        earlier.map(({ change }) => change),
      );
      part = 'follows';
      if (await readOn()) return;
      await log.discard();
      await follow();
    }

    async function catchUp(): Promise<void> {
      if (!(await readOn())) await follow();
    }

    /** Gives whether the log goes on without a gap from where the feed stands. */
    async function readOn(): Promise<boolean> {
      if (!feed) return true;
      for (const { sequence, change } of await log.after(feed.position)) {
        if (sequence !== feed.position.sequence + 1) return false;
        feed.append(change);
      }
      return true;
    }

    async function goOnAlone(): Promise<void> {
      const opened = await openSource();
      const own = restart({ epoch: newEpoch(), sequence: 0 }, opened.picture);
      part = 'alone';
      opened.start({ current: () => own.picture, tell: own.append });
    }

    async function openSource(): Promise<RunSource> {
      const opened = await openRunSource(services, runId, settings.onError);
      source?.stop();
      source = opened;
      return opened;
    }

    async function receive({ epoch, sequence, change }: NumberedChange): Promise<void> {
      if (part !== 'follows' || !feed) return;
      if (epoch !== feed.position.epoch) {
        part = 'none';
        await settle();
      } else if (change && sequence === feed.position.sequence + 1) feed.append(change);
      else if (sequence > feed.position.sequence) await catchUp();
    }

    function settleInTime(): void {
      timer = setTimeout(
        () => void inTurn(settle).then(() => isClosed || settleInTime()),
        settleEveryMs,
      );
    }

    // Without the bus, the log is looked at once a second.
    const unsubscribe = await bus
      .subscribe<NumberedChange>(channel, (event) => void inTurn(() => receive(event)))
      .catch(() => () => undefined);
    async function close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      unsubscribe();
      source?.stop();
      await work;
      if (part !== 'leads') return;
      await log.release().catch(settings.onError);
      bus.publish(channel, { type: 'numbered', epoch: 'none', sequence: 0 });
    }

    await inTurn(settle);
    if (!feed) {
      await close();
      throw new Error(`the stream of run ${runId} cannot be opened`);
    }
    settleInTime();
    return { feed, close };
  };
}
