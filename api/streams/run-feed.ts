import type { RunChange } from '../../contracts/runs/run-events.ts';
import { applyRunChange, withLatestSteps } from '../../contracts/runs/run-picture.ts';
import type { RunPicture } from '../../contracts/runs/run-picture.ts';
import type { Services } from '../services.ts';
import { createFeed } from './feed.ts';
import type { Feed } from './feed.ts';
import { newEpoch } from './position.ts';
import { mostSteps } from './read-run.ts';
import type { Capacity } from './ring.ts';
import { openRunSource } from './run-source.ts';

/** The stream of one run in this process, and the way to end what feeds it. */
export type OpenFeed = { feed: Feed<RunChange, RunPicture>; close(): Promise<void> };

/** Opens the stream of a run; rejects where there is no such run, or its records cannot be read. */
export type OpenRunFeed = (runId: string) => Promise<OpenFeed>;

export type FeedSettings = { onError: (error: unknown) => void; capacity?: Capacity };

/** Streams that this process numbers by itself. */
export function ownRunFeeds(services: Services, settings: FeedSettings): OpenRunFeed {
  return async (runId) => {
    const source = await openRunSource(services, runId, settings.onError);
    const feed = createRunFeed({ picture: source.picture, epoch: newEpoch() }, settings);
    source.start({ current: () => feed.picture, tell: feed.append });
    return { feed, close: async () => source.stop() };
  };
}

export function createRunFeed(
  beginning: { picture: RunPicture; epoch: string },
  { capacity }: Pick<FeedSettings, 'capacity'>,
): Feed<RunChange, RunPicture> {
  return createFeed({
    ...beginning,
    apply: (picture: RunPicture, change: RunChange) =>
      withLatestSteps(applyRunChange(picture, change), mostSteps),
    ...(capacity && { capacity }),
  });
}
