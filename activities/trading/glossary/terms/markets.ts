import { termsOf } from './term.ts';

export const markets = termsOf('markets', [
  {
    name: 'bid-ask spread',
    aliases: ['spread', 'bid', 'ask'],
    meaning:
      'The difference between the highest bid and the lowest ask: the immediate cost of a round trip.',
    formula: '(ask − bid) / mid, with mid = (ask + bid) / 2',
    example: 'Bid 99.9, ask 100.1: 0.2 %, which is 20 basis points.',
    related: ['order book', 'slippage', 'basis point'],
    source: 'harris',
  },
  {
    name: 'order book',
    aliases: ['depth of market', 'limit order book', 'level 2'],
    meaning: 'All open limit orders, sorted by price and then by time.',
    related: ['bid-ask spread', 'limit order', 'liquidity'],
    source: 'harris',
  },
  {
    name: 'liquidity',
    aliases: ['market depth'],
    meaning: 'How much can be traded at once without moving the price.',
    related: ['order book', 'market impact', 'volume'],
    source: 'harris',
  },
  {
    name: 'volume',
    aliases: ['trading volume'],
    meaning: 'The number of units traded in a period.',
    related: ['liquidity', 'on-balance volume'],
    source: 'murphy',
    tool: 'get_ohlcv',
  },
  {
    name: 'candlestick',
    aliases: ['candle', 'OHLCV', 'OHLC', 'bar'],
    meaning:
      'The open, high, low and close of a period, drawn as a body from open to close with a line from high to ' +
      'low; with the volume, OHLCV.',
    related: ['volume', 'timeframe'],
    source: 'murphy',
    tool: 'get_ohlcv',
  },
  {
    name: 'timeframe',
    aliases: ['interval', 'bar length'],
    meaning: 'The period that one bar covers, such as 1h or 1d.',
    related: ['candlestick'],
    source: 'murphy',
  },
  {
    name: 'gap',
    aliases: ['price gap', 'overnight gap'],
    meaning: 'A jump between the close of one bar and the open of the next, with no trade between.',
    related: ['stop order', 'true range'],
    source: 'murphy',
  },
  {
    name: 'basis point',
    aliases: ['bp', 'bps', 'basis points'],
    meaning: 'A hundredth of a percent.',
    formula: '1 bp = 0.01 % = 0.0001',
    related: ['slippage', 'bid-ask spread'],
    source: 'hull',
  },
  {
    name: 'notional',
    aliases: ['notional value', 'order value'],
    meaning: 'The total value of a position or an order.',
    formula: 'price · quantity',
    related: ['exposure', 'leverage'],
    source: 'hull',
  },
  {
    name: 'tick size',
    aliases: ['tick', 'lot size', 'lot'],
    meaning: 'The smallest step of a price (tick) and of a quantity (lot) that a market accepts.',
    related: ['limit order'],
    source: 'harris',
  },
  {
    name: 'option',
    aliases: ['call', 'put', 'call option', 'put option', 'strike'],
    meaning:
      'The right, but not the obligation, to buy (call) or sell (put) at a fixed price until or at a date.',
    related: ['implied volatility', 'Black–Scholes model', 'hedge'],
    source: 'hull',
  },
  {
    name: 'Black–Scholes model',
    aliases: ['Black-Scholes', 'Black Scholes', 'BSM'],
    meaning: 'The price of a European option on an asset with constant volatility and no dividend.',
    formula:
      'call = S·N(d₁) − K·e^(−rT)·N(d₂); d₁ = (ln(S/K) + (r + σ²/2)·T) / (σ√T); d₂ = d₁ − σ√T',
    symbols: {
      S: 'price of the asset',
      K: 'strike',
      r: 'risk-free rate',
      T: 'years to expiry',
      σ: 'volatility',
      N: 'distribution function of the standard normal',
    },
    caution: 'Volatility is not constant, and large moves are more frequent than it assumes.',
    related: ['option', 'implied volatility'],
    source: 'blackScholes',
  },
  {
    name: 'future',
    aliases: ['futures', 'futures contract', 'perpetual'],
    meaning:
      'A contract to trade at a later date at a price agreed today, settled daily. A perpetual future has no ' +
      'expiry; both sides exchange funding payments instead.',
    related: ['margin', 'leverage'],
    source: 'hull',
  },
  {
    name: 'index',
    aliases: ['stock index', 'S&P 500', 'SPX'],
    meaning:
      'A number that tracks a group of stocks, usually weighted by market capitalization. The S&P 500 contains ' +
      'about 500 large companies of the United States.',
    related: ['benchmark', 'market capitalization'],
    source: 'damodaran',
  },
]);
