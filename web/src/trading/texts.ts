/** Texts of trading's notices, switches and approvals. */
export const texts = {
  notice: {
    halted: 'Trading is stopped. Baton accepts no orders.',
    open: 'Open kill switch',
  },
  checks: {
    passed: (count: string) => `${count} risk checks passed`,
  },
  order: {
    buy: 'Buy',
    sell: 'Sell',
    label: 'Order',
    paper: (type: string) => `${type}, paper order`,
    decidedAt: 'Decision price',
    priceNow: 'Current price',
    notional: 'Order value',
    priceTime: 'Price time (UTC)',
    unknown: 'unknown',
  },
};
