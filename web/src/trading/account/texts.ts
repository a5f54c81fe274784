/** Texts of the paper account. */
export const texts = {
  frame: {
    overview: 'Overview',
    orders: 'Orders',
    performance: 'Performance',
    gates: 'Gates and kill switch',
    title: 'Paper account',
    newOrder: 'New order',
  },
  csv: {
    download: 'Download CSV',
    orders: 'Orders',
    fills: 'Fills',
    positions: 'Positions',
    equity: 'Equity curve',
    performance: 'Daily performance',
    events: 'Account events',
    costs: 'Model costs of runs',
  },
  switcher: {
    label: 'Account',
    own: 'My account',
  },
  overview: {
    openOrders: 'Open orders',
    empty: 'No trades yet',
    emptyNote: 'Place an order, or start a run that trades and approve its order.',
  },
  equity: {
    title: 'Equity',
    note: 'in USD at the close of each bar (UTC), after trading fees',
    clocks: 'markets at different market times appear one after the other',
    chart: (first: string, from: string, last: string, to: string) =>
      `Equity from ${first} on ${from} to ${last} on ${to}`,
  },
  summary: {
    label: 'Summary',
    cash: (currency: string) => `Cash (${currency})`,
    held: 'Held by open orders',
    fees: 'Fees paid',
    borrowFees: 'Borrow fees paid',
    deposited: 'Deposited',
    note: (time: string) =>
      `Equity is cash plus the value of positions at the prices of ${time} UTC: deposits plus realized and unrealized P&L, minus fees. P&L uses the average price, before fees.`,
    realized: 'Realized P&L',
    unrealized: 'Unrealized P&L',
  },
  positions: {
    title: 'Positions',
    symbol: 'Symbol',
    side: 'Side',
    quantity: 'Quantity',
    averagePrice: 'Average price',
    priceNow: 'Current price',
    value: 'Value',
    unrealized: 'Unrealized P&L',
    close: 'Close',
    closeNamed: (symbol: string) => `Close position in ${symbol}`,
  },
  candles: {
    label: 'Candles',
    symbol: 'Symbol',
    bought: 'Bought',
    sold: 'Sold',
    mark: (verb: string, quantity: string, price: string) => `${verb} ${quantity} at ${price}`,
  },
};
