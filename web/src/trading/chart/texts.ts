/** Texts of charts of equity, and of what they are compared with. */
export const texts = {
  benchmark: {
    label: 'Benchmark',
    compare: 'Compare',
    problem: (symbol: string, problem: string) => `No benchmark ${symbol}: ${problem}`,
    noPrices: 'it has no prices of the first day',
    held: (symbol: string) => `${symbol}, bought and held`,
  },
  curve: {
    title: 'Equity and drawdown',
    drawdown: 'Drawdown',
    label: (first: string, from: string, last: string, to: string, deepest: string) =>
      `Equity from ${first} on ${from} to ${last} on ${to}; maximum drawdown ${deepest}`,
    compared: (benchmark: string, worth: string) => `${benchmark}: ${worth}`,
  },
};
