import type { Gates } from '../../../../../contracts/trading/gates.ts';
import { cents, decimal } from '../../../components/values/figures.ts';
import type { Portfolio } from '../portfolio.ts';
import { gateTitles } from './gate-titles.ts';
import { texts } from './texts.ts';

/** A gate with its limit and current usage, as text. */
export type GateRow = {
  title: string;
  limit: string;
  /** Undefined for gates on single orders. */
  used?: string;
  /** How much of the limit is used, from 0; undefined where there is none. */
  share?: number;
};

/** The current usage of the account's limits. */
type AccountStatus = Pick<Portfolio, 'equity' | 'positions' | 'gateUse'>;

/** Every gate that has a limit. @param account undefined while it is not known. */
export function gateRows(gates: Gates, account: AccountStatus | undefined): GateRow[] {
  return [
    { title: gateTitles.orderNotional, limit: limitText(gates.orderNotional, cents) },
    positionRow(gates, account),
    exposureRow(gates, account),
    lossRow(gates, account),
    countRow(gateTitles.openOrders, gates.openOrders, account?.gateUse.openOrders),
    countRow(gateTitles.ordersPerMinute, gates.ordersPerMinute, account?.gateUse.ordersLastMinute),
    {
      title: gateTitles.priceCollarPercent,
      limit: limitText(gates.priceCollarPercent, (most) => `${decimal(most)} %`),
    },
    {
      title: gateTitles.fillCollarPercent,
      limit: limitText(gates.fillCollarPercent, (most) => `${decimal(most)} %`),
    },
    {
      title: gateTitles.maintenanceMargin,
      limit: texts.values.ofShorts(percent(gates.maintenanceMargin)),
    },
    {
      title: gateTitles.borrowFeePercent,
      limit: texts.values.perYear(`${decimal(gates.borrowFeePercent)} %`),
    },
    { title: gateTitles.sameBarExit, limit: gates.sameBarExit },
    { title: gateTitles.symbols, limit: gates.symbols === null ? 'all' : gates.symbols.join(', ') },
    { title: gateTitles.allowShort, limit: gates.allowShort ? 'allowed' : texts.values.notAllowed },
  ];
}

function positionRow({ positionShare }: Gates, account: AccountStatus | undefined): GateRow {
  const row = {
    title: gateTitles.positionShare,
    limit: limitText(positionShare, (most) => texts.values.ofEquity(percent(most))),
  };
  if (!account || account.equity <= 0) return row;
  const worths = account.positions.map((one) => ({
    symbol: one.symbol,
    worth: Math.abs(one.quantity * one.marketPrice),
  }));
  const [largest] = worths.toSorted((one, other) => other.worth - one.worth);
  const part = (largest?.worth ?? 0) / account.equity;
  return {
    ...row,
    used: largest ? `${percent(part)} (${largest.symbol})` : texts.values.noPosition,
    ...shareOf(part, positionShare),
  };
}

function exposureRow({ grossExposure }: Gates, account: AccountStatus | undefined): GateRow {
  const row = {
    title: gateTitles.grossExposure,
    limit: texts.values.ofEquity(percent(grossExposure)),
  };
  if (!account || account.equity <= 0) return row;
  const part = account.gateUse.grossExposure / account.equity;
  return {
    ...row,
    used: `${percent(part)} (${cents(account.gateUse.grossExposure)})`,
    share: part / grossExposure,
  };
}

function lossRow({ dailyLoss, timeZone }: Gates, account: AccountStatus | undefined): GateRow {
  const row = {
    title: gateTitles.dailyLoss,
    limit: limitText(dailyLoss, (most) => `${cents(most)}, ${timeZone}`),
  };
  if (!account) return row;
  const { dayResult } = account.gateUse;
  if (dayResult === null) return { ...row, used: texts.values.noPriceBefore };
  const used = dayResult < 0 ? cents(-dayResult) : texts.values.up(cents(dayResult));
  return { ...row, used, ...shareOf(Math.max(0, -dayResult), dailyLoss) };
}

function countRow(title: string, limit: number | null, used: number | undefined): GateRow {
  return {
    title,
    limit: limitText(limit, decimal),
    ...(used !== undefined && { used: decimal(used), ...shareOf(used, limit) }),
  };
}

function limitText(limit: number | null, text: (limit: number) => string): string {
  return limit === null ? texts.values.noLimit : text(limit);
}

/** Nothing where there is no limit. */
function shareOf(used: number, limit: number | null): Pick<GateRow, 'share'> {
  return limit === null ? {} : { share: used / limit };
}

/** A part as a percentage with one decimal. */
export const percent = (part: number) => `${decimal(Math.round(part * 1000) / 10)} %`;
