/** Texts of the order ticket. */
export const texts = {
  dialog: {
    title: 'New order',
    sent: 'Order sent. Waiting for the next bar. You can close this dialog; the order continues.',
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
      'How far the stop follows the price; of other types than trailing stop, a stop loss that follows',
    trailPercent: 'Trailing distance, in percent',
    trailPercentHelp: 'Instead of the distance',
    symbolMissing: 'enter a symbol',
    quantityMissing: 'enter a quantity',
  },
  linked: {
    title: 'One cancels the other (OCO)',
    help: 'Linked orders of the same symbol and quantity: what one of them fills, the others no longer do.',
    impossible:
      'Orders can be linked if each waits for its price: choose another type than market, and another time in force than IOC.',
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
    trailingStop: 'A stop that follows the close of each bar at its distance',
  },
  timesInForce: {
    gtc: 'Until canceled (GTC)',
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
