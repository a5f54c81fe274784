import type { Gate } from './gate.ts';
import { Decimal } from '../../../base/decimal.ts';
import { amountText } from './amount-text.ts';
import { worthOf } from './worth.ts';

/** Whether the account can bear the order. Those of positions let orders pass that make them smaller. */
export const riskGates: readonly Gate[] = [
  {
    name: 'order limit',
    deny: ({ order, market, settings: { orderLimit } }) =>
      orderLimit !== null &&
      worthOf({ order, market }).gt(orderLimit) &&
      `the order value is ${amountText(worthOf({ order, market }))}, above the limit of ${amountText(orderLimit)} per order; order less, or raise the gate orderNotional (BATON_PAPER_ORDER_LIMIT)`,
  },
  {
    name: 'short selling',
    deny: ({ order, settings, leastQuantity }) =>
      order.side === 'sell' &&
      !settings.allowShort &&
      leastQuantity.isNegative() &&
      `it would sell ${leastQuantity.abs()} ${order.symbol} more than the account holds, and short selling is not allowed (BATON_PAPER_ALLOW_SHORT)`,
  },
  {
    name: 'gross exposure',
    deny({ exposure, equity, settings: { grossExposure } }) {
      const most = equity.times(grossExposure);
      return (
        exposure.after.gt(most) &&
        exposure.after.gt(exposure.before) &&
        `positions would be worth ${amountText(exposure.after)}, above ${grossExposure === 1 ? '' : `${grossExposure} times `}the equity of ${amountText(equity)}; order less`
      );
    },
  },
  {
    name: 'position share',
    deny({ order, positionWorth, exposure, equity, settings: { positionShare } }) {
      if (positionShare === null) return false;
      const most = equity.times(positionShare);
      const percent = new Decimal(positionShare).times(100);
      return (
        positionWorth.gt(most) &&
        exposure.after.gt(exposure.before) &&
        `the position in ${order.symbol} would be worth ${amountText(positionWorth)}, above ${percent} % of the equity, ${amountText(most)}; order less`
      );
    },
  },
  {
    name: 'daily loss',
    deny: ({ dayResult, exposure, settings: { dailyLoss, timeZone } }) =>
      dailyLoss !== null &&
      dayResult !== null &&
      dayResult.negated().gte(dailyLoss) &&
      exposure.after.gt(exposure.before) &&
      `the loss of this day (${timeZone}) is ${amountText(dayResult.negated())}, realized and open, against the equity at its start, and the limit is ${amountText(dailyLoss)}; until tomorrow, orders can only reduce positions`,
  },
  {
    name: 'cash',
    deny: ({ order, reserve, available }) =>
      order.side === 'buy' &&
      reserve.gt(available) &&
      `the order needs ${amountText(reserve)} with fee and slippage, but only ${amountText(available)} is available; order less`,
  },
];
