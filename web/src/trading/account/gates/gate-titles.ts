import type { Gates } from '../../../../../contracts/trading/gates.ts';
import { texts } from './texts.ts';

/** The titles of the gates, used everywhere in the app. */
export const gateTitles = {
  orderNotional: texts.titles.orderNotional,
  positionShare: texts.titles.positionShare,
  grossExposure: texts.titles.grossExposure,
  dailyLoss: texts.titles.dailyLoss,
  timeZone: texts.titles.timeZone,
  openOrders: texts.titles.openOrders,
  ordersPerMinute: texts.titles.ordersPerMinute,
  priceCollarPercent: texts.titles.priceCollar,
  fillCollarPercent: texts.titles.fillCollar,
  maintenanceMargin: texts.titles.maintenanceMargin,
  borrowFeePercent: texts.titles.borrowFee,
  sameBarExit: texts.titles.sameBarExit,
  symbols: texts.titles.symbols,
  allowShort: texts.titles.shortSelling,
} satisfies Partial<Record<keyof Gates, string>>;
