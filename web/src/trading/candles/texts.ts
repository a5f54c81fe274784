/** Texts of charts of candles. */
export const texts = {
  chart: {
    label: (bars: number, symbol: string, timeframe: string, close: string) =>
      `${bars} candles of ${symbol}, ${timeframe}, last close ${close}`,
    until: (timeframe: string, date: string) => `${timeframe}, until ${date}`,
    gap: 'gaps: the run did not read these bars',
    loaded: 'bars that the run did not read were loaded for this chart',
    on: (date: string) => `on ${date}`,
    decided: (action: string) => `Decision: ${action}`,
    noticeThen: (notice: string) => `at the time of the run: ${notice}`,
    sold: 'Sold',
    bought: 'Bought',
    fill: (verb: string, quantity: string, price: string, fee: string) =>
      `${verb} ${quantity} at ${price}${fee}`,
    fee: (fee: string) => `, fee ${fee}`,
  },
  bar: {
    time: 'Bar',
    open: 'O',
    high: 'H',
    low: 'L',
    close: 'C',
    volume: 'Vol',
    change: 'Change',
  },
};
