import { ToolError } from '../../../tool-kit/tool.ts';
import type { UnreachableSources } from '../../../tool-kit/unreachable.ts';
import type { Instrument } from '../instrument.ts';
import type { Instruments } from '../instruments/resolve.ts';
import { FeedRefusal } from '../feed.ts';
import type { Feed } from '../feed.ts';

/** The answer of a source, and the sources that were skipped before it. */
export type FeedAnswer<Value> = {
  value: Value;
  feed: Feed;
  instrument: Instrument;
  passedOver?: { source: string; reason: string }[];
};

/** Sends a request to the sources of a symbol; `name` is the source's name of the instrument. */
export type AskFeeds = <Value>(
  symbol: string,
  request: (feed: Feed, about: { instrument: Instrument; name: string }) => Promise<Value>,
) => Promise<FeedAnswer<Value>>;

/**
 * Asks the sources that have an instrument, in order, until one answers. A source that does not respond or has reached
 * its rate limit is skipped for a while.
 * @throws {ToolError} if no source answers, with the reason of each.
 */
export function createAskFeeds(options: {
  feeds: readonly Feed[];
  instruments: Instruments;
  unreachable: UnreachableSources;
}): AskFeeds {
  const { feeds, instruments, unreachable } = options;

  return async (symbol, request) => {
    const instrument = await instruments.resolve(symbol);
    const refusals: { feed: Feed; refusal: FeedRefusal }[] = [];
    for (const feed of feeds) {
      try {
        if (unreachable.has(feed.id)) {
          throw new FeedRefusal('silent', 'it did not respond a moment ago and is skipped');
        }
        const name = await instruments.nameIn(instrument, feed);
        if (name === null) continue;
        const value = await request(feed, { instrument, name });
        const passedOver = refusals.map((each) => ({
          source: each.feed.title,
          reason: each.refusal.message,
        }));
        return { value, feed, instrument, ...(passedOver.length > 0 && { passedOver }) };
      } catch (error) {
        if (!(error instanceof FeedRefusal)) throw error;
        refusals.push({ feed, refusal: error });
        const isAway = error.kind === 'silent' || error.kind === 'limited';
        if (isAway && !unreachable.has(feed.id)) unreachable.add(feed.id, error.retryAfterMs);
      }
    }
    throw failure(instrument, refusals);
  };
}

function failure(
  { id }: Instrument,
  refusals: readonly { feed: Feed; refusal: FeedRefusal }[],
): ToolError {
  if (refusals.length === 0) {
    return new ToolError(`No configured source has ${id}. See BATON_MARKET_SOURCES.`, {
      retryable: false,
    });
  }
  const reasons = refusals.map(({ feed, refusal }) => `${feed.title}: ${refusal.message}`);
  const retryable = refusals.some(({ refusal }) => refusal.kind !== 'refused');
  const advice = retryable ? ' Try again in a minute.' : '';
  const silent = refusals.filter(({ refusal }) => refusal.kind === 'silent');
  const what = silent.map(({ feed }) => feed.title).join(', ');
  return new ToolError(`No source returned ${id}. ${reasons.join('; ')}.${advice}`, {
    retryable,
    fault: 'upstream',
    away: what === '' ? undefined : { what },
  });
}
