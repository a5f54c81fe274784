import type { InstrumentRepository } from '../../../../db/trading/instruments.ts';
import { FeedRefusal } from '../feed.ts';
import type { Feed } from '../feed.ts';
import type { UnreachableSources } from '../../../tool-kit/unreachable.ts';
import { pairOf } from '../instrument.ts';
import type { Instrument, Listing, NearMatch } from '../instrument.ts';
import type { Near, Silent } from './symbol-errors.ts';
import { ambiguousSymbol, undecidedSymbol, unknownSymbol } from './symbol-errors.ts';

const nothingNear: Near = { matches: [], silent: [] };

/** Looks up instruments by symbol. */
export interface Instruments {
  /**
   * The instrument of a symbol. It is looked up once and stored.
   * @throws {ToolError} with similar symbols if it is unknown, and with the choices if it is ambiguous; retryable if a
   * source that may know it does not respond, whatever the others answer.
   */
  resolve(symbol: string): Promise<Instrument>;
  /**
   * The source's name of an instrument; null if it does not have it.
   * @throws {FeedRefusal} if the source must be asked and gives no usable answer.
   */
  nameIn(instrument: Instrument, feed: Feed): Promise<string | null>;
}

/**
 * Creates the lookup of instruments.
 * @param options.others instruments outside the feeds, to suggest when a symbol is not found.
 * @param options.advice what to do if no source has a symbol.
 * @param options.withoutStocks what to configure for a source of stocks, if there is none.
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
  /** The last refusal of each source, which says why it is skipped. */
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

  /** The listings of a symbol in all sources. A pair is unambiguous, so its first listing is enough. */
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

  /** A source that cannot have the symbol needs no request, even while it is down. */
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

  /** Whether a symbol without a currency could also be a coin, since no source of pairs responds. */
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
    // If a source did not answer, the symbol could still be ambiguous, so it is not stored.
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

/** The source's name of an instrument; null if its listing is a different instrument, or in another currency. */
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
