import type { JsonObject } from '../../../../contracts/base/json.ts';
import { replayFact } from '../../../../contracts/trading/replay-fact.ts';
import { priceText } from '../../../../contracts/trading/price-text.ts';
import type { CallPreview, CallRevision } from '../../../../contracts/tools/preview.ts';
import type { Decimal } from '../../../base/decimal.ts';
import { amountText } from '../../exchange/gates/amount-text.ts';
import { minutesUntil } from './minutes-until.ts';
import type { OrderCheck, OrderFacts } from '../../exchange/gates/gate.ts';
import { above } from '../../exchange/gates/price.ts';
import { worthOf } from '../../exchange/gates/worth.ts';

type Fact = CallPreview['facts'][number];

const percentText = (percent: Decimal) => `${percent.abs().toFixed(2)}\u00A0%`;

/** Formats a change, such as `+6.37 %`; no sign if it rounds to zero. */
function driftText(percent: Decimal): string {
  const text = percentText(percent);
  if (Number(percent.toFixed(2)) === 0) return text;
  return `${percent.gt(0) ? '+' : '−'}${text}`;
}

/** How far the market has moved from the order's reference price, in percent. */
const driftOf = ({ market, order }: OrderFacts) => above(market.price, order.referencePrice);

function isBeyondCollar(facts: OrderFacts): boolean {
  const { collarPercent } = facts.settings;
  return collarPercent !== null && driftOf(facts).abs().gt(collarPercent);
}

function driftFacts(facts: OrderFacts): Fact[] {
  const { collarPercent: most } = facts.settings;
  const drift = driftOf(facts);
  const since = { label: 'Drift since decision', value: driftText(drift) };
  const label = 'Allowed drift';
  if (most === null) return [since, { label, value: 'no limit' }];
  const room = drift.abs().minus(most).negated();
  return isBeyondCollar(facts)
    ? [
        { ...since, warns: true },
        { label, value: `${most}\u00A0%, exceeded by ${percentText(room)}`, warns: true },
      ]
    : [since, { label, value: `${most}\u00A0%, ${percentText(room)} left` }];
}

function costFacts(facts: OrderFacts): Fact[] {
  const { order, reserve, reduces } = facts;
  const worth = amountText(worthOf(facts));
  if (order.side === 'sell') return [{ label: 'Proceeds now', value: `${worth} before the fee` }];
  const cost = { label: 'Cost now', value: worth };
  // For an order that only reduces a position, the reserve is capped at the available cash, so it is not its cost.
  return reduces ? [cost] : [cost, { label: 'With fee and slippage', value: amountText(reserve) }];
}

function factsOf(facts: OrderFacts): Fact[] {
  const { price } = facts.market;
  const label = 'Current price';
  if (price.isNaN()) return [{ label, value: 'unknown', warns: true }];
  const now = { label, value: priceText(price.toString()) };
  return [
    now,
    ...driftFacts(facts),
    ...costFacts(facts),
    ...heldFacts(facts),
    ...unpricedFacts(facts),
  ];
}

function heldFacts({ market: { heldUntil } }: OrderFacts): Fact[] {
  if (heldUntil === undefined) return [];
  const value = `paused for at most ${minutesUntil(heldUntil)} while you decide; other orders wait too`;
  return [{ label: replayFact, value }];
}

/** Other symbols of the account that the gates value at an old price. */
function unpricedFacts({ unpriced }: OrderFacts): Fact[] {
  return unpriced.map(({ symbol, price, asOf }) => ({
    label: `Price of ${symbol}`,
    value: price.isNaN() ? 'unknown' : `${priceText(price.toString())}, last known, from ${asOf}`,
    warns: true,
  }));
}

/** The same order with the current price as its reference price. */
function repriced({ market }: OrderFacts, asked: JsonObject): CallRevision {
  return {
    name: 'reprice',
    title: 'Re-price and approve',
    args: {
      ...asked,
      referencePrice: market.price.toNumber(),
      ...(typeof asked['referenceTime'] === 'string' && { referenceTime: market.asOf }),
    },
  };
}

/**
 * What would happen to a waiting order now, for its approver.
 * @param asked the arguments of the order.
 */
export function showPreview({ checks, facts }: OrderCheck, asked: JsonObject): CallPreview {
  return {
    facts: facts ? factsOf(facts) : [],
    refusals: checks.flatMap(({ gate, denial }) => (denial === null ? [] : [`${gate}: ${denial}`])),
    revision: facts && isBeyondCollar(facts) ? repriced(facts, asked) : null,
  };
}
