import type { Budget } from '../../../contracts/models/budget.ts';
import type { AccountState } from '../../../db/repositories/models/budget-rows.ts';
import { Decimal } from '../../base/decimal.ts';
import type { Quote } from './quote.ts';

/** A budget that does not allow a call, with what stands in its way, in US dollars. */
export type Blocked = { budget: Budget; limit: Decimal; spent: Decimal; reserved: Decimal };

export type Decision =
  | { amount: Decimal }
  | {
      blocked: [Blocked, ...Blocked[]];
      /** Whether the call could be paid if the calls that are under way cost nothing. */
      isHopeful: boolean;
    };

/**
 * How much a call may set aside: what it usually takes, else what every budget has left, if that is of use; up to
 * all that it may want as long as half of what is left stays for others.
 * @param states the accounts of the budgets, in their order.
 */
export function decide(
  budgets: readonly Budget[],
  states: readonly AccountState[],
  { wanted, usual, least }: Pick<Quote, 'wanted' | 'usual' | 'least'>,
): Decision {
  const positions = budgets.map((budget, index) => {
    const { spentUsd, reservedUsd, extraUsd } = states[index]!;
    const limit = new Decimal(budget.usd).plus(extraUsd);
    return { budget, limit, spent: new Decimal(spentUsd), reserved: new Decimal(reservedUsd) };
  });
  const left = ({ limit, spent, reserved }: Blocked) => limit.minus(spent).minus(reserved);
  if (least.isZero()) return { amount: wanted };
  const [first, ...others] = positions.filter((position) => left(position).lt(least));
  const share = (position: Blocked) =>
    Decimal.min(left(position), Decimal.max(usual, left(position).div(2)));
  if (!first)
    return { amount: Decimal.min(wanted, ...positions.map(share)).toDecimalPlaces(12, 1) };
  const blocked: [Blocked, ...Blocked[]] = [first, ...others];
  const isHopeful = blocked.every(({ limit, spent }) => limit.minus(spent).gte(least));
  return { blocked, isHopeful };
}
