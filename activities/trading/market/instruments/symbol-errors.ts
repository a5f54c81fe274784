import { nearest } from '../../../../contracts/base/nearest.ts';
import { ToolError } from '../../../tool-kit/tool.ts';
import type { Feed, FeedRefusal } from '../feed.ts';
import type { NearMatch } from '../instrument.ts';

const mostNear = 8;

/** What is near a symbol, and which sources did not say, and why. */
export type Near = { matches: NearMatch[]; silent: { feed: Feed; reason: string }[] };

/** A source that did not say whether it has a symbol. */
export type Silent = { feed: Feed; refusal: FeedRefusal };

/** Several instruments go by the symbol; not retryable. */
export function ambiguousSymbol(symbol: string, choices: readonly NearMatch[]): ToolError {
  return new ToolError(`"${symbol}" may be ${listOf(choices)}. Use one of these symbols.`, {
    retryable: false,
  });
}

/**
 * All sources that could have the symbol have answered, and none has it; not retryable.
 * @param about.notSetUp what to set for a source of stocks, where there is none and the symbol may be one.
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
  const unknown = `Symbol "${symbol}" not found.${without}`;
  const told = `${unknown}${nearby(symbol, near, others)}${unasked} ${advice}`;
  return new ToolError(told.trim(), { retryable: false });
}

/**
 * A source that could have the symbol has not answered. It is retryable, whatever the others say: what is held or
 * ordered in an instrument must not end by a source that is away.
 * @param about.silent why, of each source that has not answered.
 * @param about.without the sources that have answered, and do not have it.
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
    // It may be written wrongly.
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
