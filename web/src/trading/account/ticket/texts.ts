/** Texts of the order ticket. */
export const texts = {
  dialog: {
    title: 'New order',
    sent: 'Order sent. Waiting for the next bar. You can close this dialog; the order stays open.',
    close: 'Close',
    cancel: 'Cancel',
    checking: 'Checking',
    check: 'Check order',
  },
  fields: {
    side: 'Side',
    limitPrice: 'Limit price',
    stopPrice: 'Stop price',
    symbol: 'Symbol',
    example: 'SPX or BTC/USDT',
    quantity: 'Quantity',
    type: 'Type',
    timeInForce: 'Time in force',
    stopLoss: 'Stop loss',
    stopLossHelp: 'Price at which to close the position at a loss',
    takeProfit: 'Take profit',
    takeProfitHelp: 'Price at which to close the position at a profit',
    trailAmount: 'Trailing distance',
    trailAmountHelp:
      'Distance between the price and the trailing stop. For other order types, adds a trailing stop loss',
    trailPercent: 'Trailing distance, in percent',
    trailPercentHelp: 'Instead of a fixed distance',
    symbolMissing: 'enter a symbol',
    quantityMissing: 'enter a quantity',
  },
  linked: {
    title: 'One cancels the other (OCO)',
    help: 'Linked orders have the same symbol and quantity. A fill of one reduces the others.',
    impossible:
      'Only orders that wait for a price can be linked. Choose a type other than market and a time in force other than IOC.',
    order: (number: number) => `Linked order ${number}`,
    add: 'Add linked order',
    remove: (name: string) => `Remove ${name.toLowerCase()}`,
  },
  price: {
    loading: 'Loading price…',
    now: 'now',
    value: (amount: string) => `, order value about ${amount}`,
  },
  checks: {
    label: 'Risk checks',
    passed: (count: number) => `All ${count} risk checks passed`,
    denied: (denied: number, count: number) => `${denied} of ${count} risk checks failed`,
    pass: 'passed',
  },
  sides: {
    buy: 'Buy',
    sell: 'Sell',
  },
  types: {
    market: 'Market',
    limit: 'Limit',
    stop: 'Stop',
    stopLimit: 'Stop limit',
    trailingStop: 'Trailing stop',
  },
  typeHelp: {
    market: 'Fills at the open of the next bar',
    limit: 'Fills at the limit price or better',
    stop: 'Becomes a market order at the stop price',
    stopLimit: 'Becomes a limit order at the stop price',
    trailingStop: 'A stop that follows the close of each bar at a set distance',
  },
  timesInForce: {
    gtc: 'Until cancelled (GTC)',
    day: 'Until the end of its first day (DAY)',
    ioc: 'Next bar only (IOC)',
  },
  outcome: {
    bought: 'Bought',
    sold: 'Sold',
    fill: (verb: string, quantity: string, symbol: string, price: string) =>
      `${verb} ${quantity} ${symbol} at ${price}`,
    order: (symbol: string, status: string) => `Order in ${symbol}: ${status}`,
  },
};
