import { nearest } from '../../../../contracts/base/nearest.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { Feed, FeedRefusal } from '../feed.ts';
import type { NearMatch } from '../instrument.ts';

const mostNear = 8;

/** Similar instruments, and the sources that could not be searched. */
export type Near = { matches: NearMatch[]; silent: { feed: Feed; reason: string }[] };

/** A source that did not answer whether it has a symbol. */
export type Silent = { feed: Feed; refusal: FeedRefusal };

/** Several instruments have the symbol; permanent. */
export function ambiguousSymbol(symbol: string, choices: readonly NearMatch[]): ToolError {
  return new ToolError(`"${symbol}" may be ${listOf(choices)}. Use one of these symbols.`, {
    retryable: false,
  });
}

/**
 * No source has the symbol, and all that could have answered; permanent.
 * @param about.notSetUp what to configure for a source of stocks, if there is none and the symbol may be a stock.
 */
export function unknownSymbol(
  symbol: string,
  about: {
    near: Near;
    others: readonly NearMatch[];
    advice: string;
    notSetUp: string | undefined;
  },
): ToolError {
  const { near, others, advice, notSetUp } = about;
  const reasons = near.silent.map(({ reason }) => reason).join('; ');
  const unasked = reasons && ` Some sources could not be searched: ${reasons}.`;
  const without = notSetUp === undefined ? '' : ` No source of stocks is set up: ${notSetUp}.`;
  const unknown = `Symbol "${symbol}" not found.${nearby(symbol, near, others)}`;
  const told = `${unknown}${without}${unasked} ${advice}`;
  return new ToolError(told.trim(), { retryable: false });
}

/**
 * A source that could have the symbol has not answered. Retryable, whatever the others say: an outage must not end
 * positions and orders in an instrument.
 * @param about.silent the sources that have not answered.
 * @param about.without the sources that do not have it.
 */
export function undecidedSymbol(
  symbol: string,
  about: {
    near: Near;
    silent: readonly Silent[];
    without: readonly Feed[];
    others: readonly NearMatch[];
  },
): ToolError {
  const { near, silent, without, others } = about;
  const why = silent.map(({ refusal }) => refusal.message).join('; ');
  const away = silent.filter(({ refusal }) => refusal.kind === 'silent');
  const what = away.map(({ feed }) => feed.title).join(', ');
  if (without.length === 0) {
    return new ToolError(
      `No source answers for ${symbol}: ${why}. Check the network of this machine and try again in a ` +
        `minute${others.length > 0 ? `; ${listOf(others)} needs no network` : ''}.`,
      { retryable: true, away: what === '' ? undefined : { what } },
    );
  }
  const titles = without.map(({ title }) => title).join(', ');
  return new ToolError(
    `"${symbol}" is not in ${titles}. Another source may have it but does not respond: ${why}.` +
      `${nearby(symbol, near, others)} Check the symbol; if it is right, try again in a minute.`,
    // The symbol may be misspelled, so the source may not be at fault.
    { retryable: true, away: what === '' ? undefined : { what, byRequest: true } },
  );
}

function nearby(symbol: string, { matches }: Near, others: readonly NearMatch[]): string {
  const nearOthers = others.filter((other) => nearest(symbol, [other.symbol]) !== undefined);
  const shown = [...matches, ...nearOthers].slice(0, mostNear);
  return shown.length > 0 ? ` Similar symbols: ${listOf(shown)}.` : '';
}

function listOf(matches: readonly NearMatch[]): string {
  return matches.map(({ symbol, about }) => `${symbol} (${about})`).join(', ');
}
