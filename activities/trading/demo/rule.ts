import type { Facts } from './facts.ts';
import { show } from './figures.ts';

/** The result of the rule: a direction with its score from −1 to 1, or unknown with the missing figures. */
export type Verdict =
  | { direction: 'long' | 'short' | 'neutral'; score: number; reasons: string[] }
  | { direction: 'unknown'; missing: string[] };

/** The absolute score from which the rule acts. */
const threshold = 0.5;

type Vote = { vote: (facts: Required<Known>) => number; say: (facts: Required<Known>) => string };
type Known = Record<'price' | 'sma20' | 'sma50' | 'rsi' | 'histogram', number>;

const votes: Vote[] = [
  {
    vote: ({ sma20, sma50 }) => Math.sign(sma20 - sma50),
    say: ({ sma20, sma50 }) => `SMA20 ${show(sma20)} ${side(sma20, sma50)} SMA50 ${show(sma50)}`,
  },
  {
    vote: ({ price, sma50 }) => Math.sign(price - sma50),
    say: ({ price, sma50 }) => `price ${show(price)} ${side(price, sma50)} SMA50`,
  },
  {
    vote: ({ histogram }) => Math.sign(histogram),
    say: ({ histogram }) => `MACD histogram ${show(histogram)}`,
  },
  {
    // At 70 or above and 30 or below, momentum is overextended and does not vote.
    vote: ({ rsi }) => (rsi >= 70 || rsi <= 30 ? 0 : Math.sign(rsi - 50)),
    say: ({ rsi }) => `RSI14 ${show(rsi)}`,
  },
];

/**
 * The rule of the demo model. Two votes on trend (SMA20 against SMA50, price against SMA50) and two on momentum (sign
 * of the MACD histogram; RSI14 above or below 50, none from 70 up and from 30 down), each −1, 0 or 1. The score is
 * their mean: long from 0.5 up, short from −0.5 down. If a figure is missing, the direction is unknown.
 */
export function judge(facts: Facts): Verdict {
  const names = ['price', 'sma20', 'sma50', 'rsi', 'histogram'] as const;
  const missing = names.filter((name) => facts[name] === undefined);
  if (missing.length > 0) return { direction: 'unknown', missing };
  const known = facts as Known;
  const score = votes.reduce((sum, { vote }) => sum + vote(known), 0) / votes.length;
  return { direction: directionOf(score), score, reasons: votes.map(({ say }) => say(known)) };
}

function directionOf(score: number): 'long' | 'short' | 'neutral' {
  if (score >= threshold) return 'long';
  return score <= -threshold ? 'short' : 'neutral';
}

function side(left: number, right: number): string {
  if (left === right) return 'at';
  return left > right ? 'above' : 'below';
}
