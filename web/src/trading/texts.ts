/** Texts of trading's notices, switches and approvals. */
export const texts = {
  notice: {
    halted: 'Trading is stopped. Baton accepts only orders that reduce a position.',
    open: 'Open kill switch',
  },
  checks: {
    passed: (count: string) => `${count} risk checks passed`,
  },
  order: {
    label: 'Order',
    paper: (type: string) => `${type}, paper order`,
    decidedAt: 'Decision price',
    priceNow: 'Current price',
    notional: 'Order value',
    priceTime: 'Price time (UTC)',
    unknown: 'unknown',
    linked: 'Linked orders (OCO): a fill of one reduces the others',
    linkedOrder: (side: string, type: string) => `${side} ${type.toLowerCase()}`,
    noStopLoss: 'No stop loss',
    otherDecision: (decision: string) =>
      `The decision below is “${decision}”, which is not this order.`,
    reduceOnly: 'Reduce-only: it can only reduce the position',
    replace: 'Replace:',
  },
};
