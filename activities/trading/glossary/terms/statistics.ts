import { termsOf } from './term.ts';

export const statistics = termsOf('statistics', [
  {
    name: 'standard deviation',
    aliases: ['std', 'sigma', 'σ', 'variance'],
    meaning: 'The typical distance of values from their mean. Its square is the variance.',
    formula: 's = √(Σ(x − mean)² / (n − 1))',
    example:
      'The values 1, 2 and 3 have a standard deviation of 1; dividing by n instead gives 0.816.',
    related: ['volatility', 'Sharpe ratio'],
    source: 'box',
  },
  {
    name: 'z-score',
    aliases: ['z score', 'standard score'],
    meaning: 'How many standard deviations a value is from the mean.',
    formula: 'z = (x − mean) / s',
    related: ['standard deviation', 'mean reversion'],
    source: 'box',
  },
  {
    name: 'stationarity',
    aliases: ['unit root', 'ADF test', 'augmented Dickey–Fuller test', 'Dickey-Fuller'],
    meaning:
      'The property that the mean and the spread of a series do not change over time. Prices are usually not ' +
      'stationary, returns usually are. The augmented Dickey–Fuller test looks for a unit root, which shows that ' +
      'a series is not stationary.',
    related: ['mean reversion', 'log return'],
    source: 'dickeyFuller',
    tool: 'analyze_statistics',
  },
  {
    name: 'autocorrelation',
    aliases: ['serial correlation'],
    meaning:
      'The correlation of a series with its own earlier values: above zero, moves tend to continue; below zero, ' +
      'they tend to reverse.',
    related: ['correlation', 'momentum', 'mean reversion'],
    source: 'box',
    tool: 'analyze_statistics',
  },
  {
    name: 'mean reversion',
    aliases: ['reversion to the mean'],
    meaning: 'The tendency of values far from their mean to return to it; the opposite of a trend.',
    related: ['z-score', 'trend', 'stationarity'],
    source: 'box',
  },
  {
    name: 'skewness',
    aliases: ['skew'],
    meaning:
      'How lopsided a distribution is: negative if large losses are more frequent than large gains.',
    formula: 'mean((x − mean)³) / s³',
    symbols: { s: 'standard deviation with n in the denominator' },
    related: ['kurtosis', 'value at risk'],
    source: 'box',
    tool: 'analyze_statistics',
  },
  {
    name: 'kurtosis',
    aliases: ['fat tails', 'excess kurtosis'],
    meaning:
      'How heavy the tails of a distribution are. Above 3, the value of the normal distribution, extremes are more frequent.',
    formula: 'mean((x − mean)⁴) / s⁴; excess = kurtosis − 3',
    symbols: { s: 'standard deviation with n in the denominator' },
    related: ['skewness', 'expected shortfall'],
    source: 'box',
    tool: 'analyze_statistics',
  },
  {
    name: 'confidence interval',
    aliases: ['bootstrap', 'bootstrap confidence interval'],
    meaning:
      'The range that holds the true value in a given share of repeated samples. The bootstrap finds it by drawing from the sample again and again, with replacement.',
    caution: 'Returns that depend on each other need a block bootstrap.',
    related: ['p-value', 'Sharpe ratio'],
    source: 'efron',
  },
  {
    name: 'p-value',
    aliases: ['statistical significance', 'significance'],
    meaning:
      'How probable a result at least as extreme would be if there were no effect. It is not the probability that ' +
      'there is no effect.',
    caution: 'Of twenty useless strategies one passes 0.05 on average.',
    related: ['confidence interval', 'overfitting'],
    source: 'efron',
  },
  {
    name: 'backtest',
    aliases: ['backtesting', 'back test'],
    meaning: 'A strategy run over past data, to see what it would have done.',
    caution:
      'It needs fees and slippage, fills after the decision, and data that was not used to choose the strategy.',
    related: ['look-ahead bias', 'overfitting', 'walk-forward analysis'],
    source: 'pardo',
    tool: 'run_backtest',
  },
  {
    name: 'look-ahead bias',
    aliases: ['lookahead', 'look ahead bias', 'look-ahead'],
    meaning:
      'Using information in a test that was not known at the time, such as the close of a bar for an order within it.',
    related: ['backtest', 'filing date', 'survivorship bias'],
    source: 'pardo',
  },
  {
    name: 'survivorship bias',
    aliases: ['survivor bias'],
    meaning:
      'Testing only on instruments that still exist, so that failures are missing and the result looks too good.',
    related: ['backtest', 'look-ahead bias'],
    source: 'pardo',
  },
  {
    name: 'overfitting',
    aliases: ['curve fitting', 'data snooping', 'data mining bias'],
    meaning:
      'Fitting a strategy to the noise of past data: it looks good there, and fails on new data.',
    related: ['walk-forward analysis', 'deflated Sharpe ratio', 'backtest'],
    source: 'bailey',
  },
  {
    name: 'walk-forward analysis',
    aliases: ['walk forward', 'out of sample', 'out-of-sample'],
    meaning:
      'Choosing parameters on one stretch of data and testing them on the next, again and again: only the tested stretches count.',
    related: ['overfitting', 'backtest'],
    source: 'pardo',
    tool: 'run_backtest',
  },
]);
