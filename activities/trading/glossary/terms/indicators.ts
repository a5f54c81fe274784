import { termsOf } from './term.ts';

export const indicators = termsOf('indicators', [
  {
    name: 'simple moving average',
    aliases: ['SMA', 'moving average', 'MA'],
    meaning:
      'The mean of the last n closes. It smooths a price and lags behind it by about half of its length.',
    formula: 'SMA = (C₁ + … + Cₙ) / n',
    symbols: { C: 'closes of the last n bars', n: 'number of bars' },
    example: 'Closes of 10, 11 and 15 have an SMA(3) of 12.',
    related: ['exponential moving average', 'golden cross', 'Bollinger bands'],
    source: 'murphy',
    tool: 'get_indicators',
  },
  {
    name: 'exponential moving average',
    aliases: ['EMA', 'exponentially weighted moving average', 'EWMA'],
    meaning:
      'A moving average in which the weight of older closes decays by a constant factor, so it reacts faster than ' +
      'a simple one.',
    formula: 'EMA = EMA_before + α · (C − EMA_before), with α = 2 / (n + 1)',
    symbols: { C: 'close', n: 'length in bars' },
    caution:
      'It depends on its starting point: early values differ until a few hundred bars have passed.',
    related: ['simple moving average', 'moving average convergence divergence'],
    source: 'murphy',
    tool: 'get_indicators',
  },
  {
    name: 'relative strength index',
    aliases: ['RSI'],
    meaning:
      'How much of the recent movement was upward, from 0 to 100. Above 70 is called overbought, below 30 oversold.',
    formula: 'RSI = 100 − 100 / (1 + U / D)',
    symbols: {
      U: "mean of the upward changes over n bars, by Wilder's smoothing",
      D: 'the same for downward changes, as positive numbers',
    },
    example: 'With U = 2 and D = 1, RSI = 100 − 100 / 3 = 66.7.',
    caution:
      'In a strong trend it can stay overbought or oversold for a long time. By itself it does not signal a reversal.',
    related: ['stochastic oscillator', 'divergence', 'momentum'],
    source: 'wilder',
    tool: 'get_indicators',
  },
  {
    name: 'moving average convergence divergence',
    aliases: ['MACD'],
    meaning:
      'The distance between a fast and a slow exponential average, with an average of that distance as its signal line.',
    formula: 'MACD = EMA₁₂ − EMA₂₆; signal = EMA₉ of MACD; histogram = MACD − signal',
    related: ['exponential moving average', 'divergence', 'momentum'],
    source: 'appel',
    tool: 'get_indicators',
  },
  {
    name: 'Bollinger bands',
    aliases: ['BB', 'Bollinger band'],
    meaning:
      'A moving average with a band above and a band below it. The distance of the bands follows the volatility.',
    formula: 'bands = SMA₂₀ ± 2σ',
    symbols: { σ: 'standard deviation of the last 20 closes (of the population)' },
    caution:
      'A close outside a band means that the price is far from its mean, not that it will return.',
    related: ['simple moving average', 'standard deviation', 'volatility'],
    source: 'bollinger',
    tool: 'get_indicators',
  },
  {
    name: 'true range',
    aliases: ['TR'],
    meaning: 'The full price range of a bar, including the gap from the previous close.',
    formula: 'TR = max(H − L, |H − C_before|, |L − C_before|)',
    symbols: { H: 'high', L: 'low', C_before: 'close of the previous bar' },
    example: 'High 105, low 101, previous close 99: TR = max(4, 6, 2) = 6.',
    related: ['average true range'],
    source: 'wilder',
  },
  {
    name: 'average true range',
    aliases: ['ATR'],
    meaning:
      'How far a price typically moves in a bar, in units of the price. Traders use it to set stops and position sizes.',
    formula: 'ATR = (ATR_before · (n − 1) + TR) / n',
    symbols: { TR: 'true range', n: 'length, usually 14' },
    related: ['true range', 'stop order', 'position sizing'],
    source: 'wilder',
    tool: 'get_indicators',
  },
  {
    name: 'average directional index',
    aliases: ['ADX', 'directional movement'],
    meaning:
      'The strength of a trend from 0 to 100, regardless of direction. Above 25 is usually called a trend.',
    formula: 'ADX = smoothed mean of 100 · |DI⁺ − DI⁻| / (DI⁺ + DI⁻)',
    symbols: {
      'DI⁺': 'smoothed upward movement over ATR',
      'DI⁻': 'smoothed downward movement over ATR',
    },
    caution:
      'It does not show the direction of the trend, and it lags because it is smoothed twice.',
    related: ['average true range', 'trend'],
    source: 'wilder',
    tool: 'get_indicators',
  },
  {
    name: 'stochastic oscillator',
    aliases: ['stochastic', 'stochastics', '%K', '%D'],
    meaning:
      'Where the close stands within the range of the last n bars, from 0 (at the low) to 100 (at the high).',
    formula: '%K = 100 · (C − Lₙ) / (Hₙ − Lₙ); %D = SMA₃ of %K',
    symbols: { Lₙ: 'lowest low of n bars', Hₙ: 'highest high of n bars' },
    example: 'Close 108 in a range of 100 to 110: %K = 80.',
    related: ['relative strength index', 'momentum'],
    source: 'lane',
    tool: 'get_indicators',
  },
  {
    name: 'on-balance volume',
    aliases: ['OBV'],
    meaning:
      'A running sum of volume: the volume of rising bars is added, that of falling bars subtracted. It shows ' +
      'whether volume confirms the price.',
    formula: 'OBV = OBV_before + V where C > C_before, − V where C < C_before, else unchanged',
    caution: 'Only its changes are meaningful: its level depends on the starting point.',
    related: ['volume', 'divergence'],
    source: 'granville',
    tool: 'get_indicators',
  },
  {
    name: 'volume-weighted average price',
    aliases: ['VWAP'],
    meaning:
      'The average price of a session, weighted by volume. It is a benchmark for executions.',
    formula: 'VWAP = Σ(P · V) / ΣV',
    symbols: { P: 'typical price of a bar, (H + L + C) / 3', V: 'volume' },
    caution: 'It restarts with each session. Over several sessions it is a different measure.',
    related: ['slippage', 'volume'],
    source: 'berkowitz',
    tool: 'get_indicators',
  },
  {
    name: 'golden cross',
    aliases: ['death cross', 'moving average crossover', 'SMA cross'],
    meaning:
      'A fast average rises above a slow one, usually 50 over 200 days; falling below it is a death cross.',
    caution:
      'Both averages lag, so the signal comes late. In a market without a trend, most signals are false.',
    related: ['simple moving average', 'trend'],
    source: 'murphy',
  },
  {
    name: 'divergence',
    aliases: ['bullish divergence', 'bearish divergence'],
    meaning:
      'A price makes a new high or low but an indicator does not: the move is losing strength.',
    related: [
      'relative strength index',
      'moving average convergence divergence',
      'on-balance volume',
    ],
    source: 'murphy',
  },
  {
    name: 'momentum',
    aliases: ['rate of change', 'ROC'],
    meaning: 'How much a price has changed over the last n bars.',
    formula: 'ROC = C / Cₙ − 1',
    symbols: { Cₙ: 'close n bars earlier' },
    related: ['relative strength index', 'trend'],
    source: 'murphy',
  },
  {
    name: 'support and resistance',
    aliases: ['support', 'resistance', 'support level', 'resistance level'],
    meaning:
      'Prices at which falls (support) or rises (resistance) have ended before, because buyers or sellers were ' +
      'waiting there.',
    related: ['trend', 'limit order'],
    source: 'murphy',
  },
  {
    name: 'trend',
    aliases: ['uptrend', 'downtrend'],
    meaning: 'A run of higher highs and higher lows (up), or of lower highs and lower lows (down).',
    related: ['average directional index', 'golden cross', 'support and resistance'],
    source: 'murphy',
  },
]);
