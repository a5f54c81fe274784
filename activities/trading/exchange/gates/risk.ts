import type { FillGate, Gate } from './gate.ts';
import { Decimal } from '../../../base/decimal.ts';
import { amountText } from './amount-text.ts';
import { worthOf } from './worth.ts';

const knownEquityGate: FillGate = {
  name: 'known equity',
  sparesReducing: true,
  deny: ({ equity }) =>
    !equity.isFinite() &&
    'the equity is unknown, since a position has no price; until it has one, orders can only reduce positions',
};

const grossExposureGate: FillGate = {
  name: 'gross exposure',
  sparesReducing: true,
  deny({ exposure, equity, settings: { grossExposure } }) {
    const most = equity.times(grossExposure);
    return (
      !exposure.lte(most) &&
      `positions would be worth ${amountText(exposure)}, above ${grossExposure === 1 ? '' : `${grossExposure} times `}the equity of ${amountText(equity)}; order less`
    );
  },
};

const positionShareGate: FillGate = {
  name: 'position share',
  sparesReducing: true,
  deny({ order, positionWorth, equity, settings: { positionShare } }) {
    if (positionShare === null) return false;
    const most = equity.times(positionShare);
    const percent = new Decimal(positionShare).times(100);
    return (
      !positionWorth.lte(most) &&
      `the position in ${order.symbol} would be worth ${amountText(positionWorth)}, above ${percent} % of the equity, ${amountText(most)}; order less`
    );
  },
};

const dailyLossGate: FillGate = {
  name: 'daily loss',
  sparesReducing: true,
  deny({ dayResult, settings: { dailyLoss, timeZone } }) {
    if (dailyLoss === null) return false;
    if (!dayResult || dayResult.isNaN()) {
      return `the result of this day (${timeZone}) is unknown, so orders can only reduce positions; order again when every position has a price`;
    }
    return (
      !dayResult.negated().lt(dailyLoss) &&
      `the loss of this day (${timeZone}) is ${amountText(dayResult.negated())}, realized and unrealized since its start, and the limit is ${amountText(dailyLoss)}; until tomorrow, orders can only reduce positions`
    );
  },
};

/** Gates for what the account can afford, with all open orders included. */
export const riskGates: readonly Gate[] = [
  knownEquityGate,
  {
    name: 'order limit',
    sparesReducing: true,
    deny: ({ order, market, settings: { orderLimit } }) =>
      orderLimit !== null &&
      !worthOf({ order, market }).lte(orderLimit) &&
      `the order value is ${amountText(worthOf({ order, market }))}, above the limit of ${amountText(orderLimit)} per order; order less, or raise “Order value” in the gates of the account`,
  },
  {
    name: 'short selling',
    deny: ({ order, settings, leastQuantity }) =>
      order.side === 'sell' &&
      !settings.allowShort &&
      !leastQuantity.gte(0) &&
      `it would sell ${leastQuantity.abs()} ${order.symbol} more than the account holds, and short selling is not allowed; order less, or allow “Short selling” in the gates of the account`,
  },
  grossExposureGate,
  positionShareGate,
  dailyLossGate,
  {
    name: 'cash',
    sparesReducing: true,
    deny: ({ order, reserve, available }) =>
      order.side === 'buy' &&
      !reserve.lte(available) &&
      `the order needs ${amountText(reserve)} with fee and slippage, but only ${amountText(available)} is available; order less`,
  },
];

/** The risk gates that check a fill again. */
export const fillRiskGates: readonly FillGate[] = [
  knownEquityGate,
  grossExposureGate,
  positionShareGate,
  dailyLossGate,
];
