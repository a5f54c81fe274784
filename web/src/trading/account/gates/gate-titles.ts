import type { Gates } from '../../../../../contracts/trading/gates.ts';

/** What the gates are called, wherever one reads of them. */
export const gateTitles = {
  orderNotional: 'Worth of one order',
  positionShare: 'Largest position',
  grossExposure: 'Gross exposure',
  dailyLoss: 'Loss of a day',
  timeZone: 'Time zone of the day',
  openOrders: 'Open orders',
  ordersPerMinute: 'Orders a minute',
  priceCollarPercent: 'Distance from the decided price',
  symbols: 'Symbols',
  allowShort: 'Short selling',
} satisfies Partial<Record<keyof Gates, string>>;
