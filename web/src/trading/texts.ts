/** Every text of trading's notices, switches and approvals. */
export const texts = {
  notice: {
    halted: 'Trading is stopped. Baton accepts no orders.',
    open: 'Open kill switch',
  },
  aiTrading: {
    on: {
      title: 'Allow AI trading for',
      action: 'Allow AI trading',
      note: 'Agents and runs can place orders for this user right away, within the gates.',
    },
    off: {
      title: 'Stop AI trading for',
      action: 'Stop AI trading',
      note: 'Agents and runs, including runs in progress, can no longer place orders for this user. Open orders stay open, and you can cancel them.',
    },
    default: {
      title: 'Use the default AI trading setting for',
      action: 'Use default',
      note: 'BATON_AI_TRADING then decides whether agents may place orders for this user.',
    },
    back: 'Back',
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
