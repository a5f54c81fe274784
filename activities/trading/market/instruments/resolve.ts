import type { InstrumentRepository } from '../../../../db/trading/instruments.ts';
import { FeedRefusal } from '../feed.ts';
import type { Feed } from '../feed.ts';
import type { UnreachableSources } from '../../../tool-kit/unreachable.ts';
import { pairOf } from '../instrument.ts';
import type { Instrument, Listing, NearMatch } from '../instrument.ts';
import type { Near, Silent } from './symbol-errors.ts';
import { ambiguousSymbol, undecidedSymbol, unknownSymbol } from './symbol-errors.ts';

const nothingNear: Near = { matches: [], silent: [] };

export interface Instruments {
  /**
   * The one instrument that a symbol stands for; it is looked up once, and kept.
   * @throws {ToolError} with near matches for an unknown symbol, and with the choices for an ambiguous one; retryable
   * where a source that may know it does not respond, whatever the others say.
   */
  resolve(symbol: string): Promise<Instrument>;
  /**
   * What a source calls an instrument; null where it does not have it.
   * @throws {FeedRefusal}
   */
  nameIn(instrument: Instrument, feed: Feed): Promise<string | null>;
}

/**
 * @param options.others what other sources have, for those who ask for what is not there.
 * @param options.advice what to do where a symbol is in no source.
 * @param options.withoutStocks what to set for a source of stocks, where there is none.
 */
export function createInstruments(options: {
  feeds: readonly Feed[];
  kept: InstrumentRepository;
  unreachable: UnreachableSources;
  others: readonly NearMatch[];
  advice: string;
  withoutStocks?: string | undefined;
}): Instruments {
  const { feeds, kept, unreachable, others, advice, withoutStocks } = options;
  const resolving = new Map<string, Promise<Instrument>>();
  /** The last refusal of each source: why it is left alone. */
  const refusals = new Map<string, FeedRefusal>();

  async function ask<Value>(feed: Feed, work: () => Promise<Value>): Promise<Value | FeedRefusal> {
    if (unreachable.has(feed.id)) {
      return refusals.get(feed.id) ?? new FeedRefusal('silent', `${feed.title} does not respond`);
    }
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FeedRefusal)) throw error;
      refusals.set(feed.id, error);
      if (error.kind === 'silent' || error.kind === 'limited') unreachable.add(feed.id);
      return error;
    }
  }

  /** What the sources have under exactly this symbol. Of a pair, which means one thing only, the first is enough. */
  async function findListings(symbol: string) {
    const found: { feed: Feed; listing: Listing | undefined }[] = [];
    const silent: Silent[] = [];
    const answers = pairOf(symbol) ? oneByOne(symbol) : allAtOnce(symbol);
    for await (const { feed, answer } of answers) {
      if (answer instanceof FeedRefusal) silent.push({ feed, refusal: answer });
      else found.push({ feed, listing: answer });
      if (pairOf(symbol) && found.some(({ listing }) => listing)) break;
    }
    return { found, silent };
  }

  /** A source that cannot have it has answered, whether it is there or not. */
  const find = async (feed: Feed, symbol: string) => ({
    feed,
    answer: feed.mayHave(symbol) ? await ask(feed, () => feed.find(symbol)) : undefined,
  });

  async function* oneByOne(symbol: string) {
    for (const feed of feeds) yield find(feed, symbol);
  }

  async function* allAtOnce(symbol: string) {
    yield* await Promise.all(feeds.map((feed) => find(feed, symbol)));
  }

  async function findNear(symbol: string): Promise<Near> {
    const answers = await Promise.all(
      feeds.map(async (feed) => ({ feed, answer: await ask(feed, () => feed.near(symbol)) })),
    );
    const matches = new Map<string, NearMatch>();
    const silent: Near['silent'] = [];
    for (const { feed, answer } of answers) {
      if (answer instanceof FeedRefusal) silent.push({ feed, reason: answer.message });
      else for (const match of answer) matches.set(match.symbol, match);
    }
    return { matches: [...matches.values()], silent };
  }

  /** Whether it is not known of a symbol without a currency if it is a coin too: of those with pairs none answers. */
  function mayBeCoin(symbol: string, { silent }: Near): boolean {
    const withPairs = feeds.filter((feed) => !feed.mayHave(symbol));
    return (
      withPairs.length > 0 && withPairs.every((one) => silent.some(({ feed }) => feed === one))
    );
  }

  async function lookUp(symbol: string): Promise<Instrument> {
    const { found, silent } = await findListings(symbol);
    const listed = found.flatMap(({ feed, listing }) => (listing ? [{ feed, listing }] : []));
    const ids = new Set(listed.map(({ listing }) => listing.id));
    const isPlain = !pairOf(symbol) && !ids.has(symbol);
    const near = ids.size === 0 || isPlain ? await findNear(symbol) : nothingNear;
    const pairs = near.matches.filter((match) => isPlain && pairOf(match.symbol)?.base === symbol);
    if (ids.size > 1 || (ids.size === 1 && pairs.length > 0)) {
      const choices = [...listed.map(({ listing }) => choiceOf(listing)), ...pairs];
      throw ambiguousSymbol(symbol, choices);
    }
    const [first] = listed;
    if (!first) {
      const without = found.map(({ feed }) => feed).filter((feed) => feed.mayHave(symbol));
      throw silent.length > 0
        ? undecidedSymbol(symbol, { near, silent, without, others })
        : unknownSymbol(symbol, {
            near,
            others,
            advice,
            notSetUp: pairOf(symbol) ? undefined : withoutStocks,
          });
    }
    const { nameInSource: _, ...listing } = first.listing;
    const names = Object.fromEntries(
      found.map((each) => [each.feed.id, nameOf(first.listing, each.listing)]),
    );
    const instrument = { ...listing, names };
    // Where a source did not answer, the symbol may yet turn out to be ambiguous.
    const isSure = silent.length === 0 && !(isPlain && mayBeCoin(symbol, near));
    if (isSure || pairOf(symbol)) await kept.put(symbol, instrument);
    return instrument;
  }

  return {
    resolve(symbol) {
      const found =
        resolving.get(symbol) ??
        kept.find(symbol).then((instrument) => instrument ?? lookUp(symbol));
      resolving.set(symbol, found);
      const forget = () => resolving.delete(symbol);
      found.then(forget, forget);
      return found;
    },

    async nameIn(instrument, feed) {
      const known = instrument.names[feed.id];
      if (known !== undefined) return known;
      const listing = feed.mayHave(instrument.id) ? await feed.find(instrument.id) : undefined;
      const name = nameOf(instrument, listing);
      await kept.noteName(instrument.id, feed.id, name);
      return name;
    },
  };
}

/** What a source calls an instrument; null where what it has is another, or priced in something else. */
function nameOf(
  { id, currency }: Pick<Instrument, 'id' | 'currency'>,
  listing: Listing | undefined,
): string | null {
  return listing?.id === id && listing.currency === currency ? listing.nameInSource : null;
}

function choiceOf({ id, name, kind }: Listing): NearMatch {
  return {
    symbol: id,
    about: [name, kind === 'equity' ? 'a stock' : kind].filter(Boolean).join(', '),
  };
}
