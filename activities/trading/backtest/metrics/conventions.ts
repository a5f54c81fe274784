/**
 * The formula of each figure. r: returns per bar; E: equity at the close of each bar; P: periods per year; n: number of
 * returns. Shown in reports and docs.
 */
export const conventions = {
  totalReturn: 'E_T / E_0 − 1, after fees and slippage; an open position counts at the last close',
  cagr: '(E_T / E_0)^(365.25 / days) − 1, with calendar days',
  cagrQuantstats: '(E_T / E_0)^(P / n) − 1, with n returns, as in quantstats',
  volatility: 'std(r, ddof 1) · √P',
  sharpe: 'mean(r) / std(r, ddof 1) · √P, without a risk-free rate, as in quantstats',
  sortino: 'mean(r) / √(Σ_{r<0} r² / n) · √P, as in quantstats',
  calmar: 'cagr / −maxDrawdown',
  maxDrawdown: 'min(E / cummax E) − 1, with the starting equity as the first peak',
  skewness: 'of r, m3 / m2^1.5 with n in the denominators',
  excessKurtosis: 'of r, m4 / m2² − 3 with n in the denominators',
  sharpeBacktestingPy:
    'a / √((std(r)² + g²)^P − g^(2P)) with the geometric mean growth g and a = g^P − 1, as in backtesting.py',
  sortinoBacktestingPy: 'a / (√(Σ_{r<0} r² / n) · √P), with the same a, as in backtesting.py',
  exposure: 'bars that close with a position / bars after the warm-up',
  trades: 'closed trades',
  winRate: 'trades with a gain after fees / trades',
  profitFactor: 'gains of the winning trades / losses of the losing ones, in money after fees',
  averageTrade: 'mean return of the trades on their value at entry, after fees',
  bestTrade: 'highest return of a trade',
  worstTrade: 'lowest return of a trade',
  expectancy: 'mean gain of a trade in money, after fees',
  averageBars: 'mean number of bars that close with the trade',
  fees: 'fees in money, including open trades',
} satisfies Record<string, string>;
