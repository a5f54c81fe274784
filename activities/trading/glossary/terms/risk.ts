import { termsOf } from './term.ts';

export const risk = termsOf('risk', [
  {
    name: 'volatility',
    aliases: ['historical volatility', 'realized volatility', 'annualized volatility'],
    meaning: 'How widely returns vary, as their standard deviation, usually per year.',
    formula: 'σ = std(r) · √P',
    symbols: { r: 'returns of periods', P: 'periods in a year' },
    example: 'A daily deviation of 1 %: 1 · √252 = 15.9 % a year.',
    caution: 'The square root assumes independent returns. Rises and falls count the same.',
    related: ['standard deviation', 'implied volatility', 'average true range'],
    source: 'hull',
    tool: 'analyze_statistics',
  },
  {
    name: 'implied volatility',
    aliases: ['IV', 'VIX'],
    meaning:
      'The volatility at which an option pricing model gives the market price: the volatility that the market expects.',
    related: ['volatility', 'option'],
    source: 'hull',
  },
  {
    name: 'downside deviation',
    aliases: ['semideviation'],
    meaning: 'Like the standard deviation, but only values below a target count.',
    formula: '√(Σ min(0, r − T)² / n)',
    symbols: { T: 'target, often 0', n: 'number of all periods' },
    related: ['Sortino ratio', 'volatility'],
    source: 'sortino',
  },
  {
    name: 'beta',
    aliases: ['market beta'],
    meaning:
      'How much a return moves with the market: 1 moves like the market, 0 is unrelated to it.',
    formula: 'β = cov(r, r_m) / var(r_m)',
    related: ['alpha', 'correlation', 'diversification'],
    source: 'sharpe1964',
  },
  {
    name: 'correlation',
    aliases: ['correlation coefficient', 'Pearson correlation'],
    meaning:
      'How closely two returns move together, from −1 (opposite) through 0 (no linear relation) to 1.',
    formula: 'ρ = cov(x, y) / (σ_x · σ_y)',
    caution:
      'It changes with time, and rises in a crash, when you need it least. Correlate returns, not prices.',
    related: ['beta', 'diversification'],
    source: 'markowitz',
    tool: 'analyze_statistics',
  },
  {
    name: 'diversification',
    aliases: ['portfolio variance'],
    meaning:
      'Holding assets that do not move together, so that the whole varies less than its parts.',
    formula: 'σ² = ΣΣ wᵢ wⱼ σᵢ σⱼ ρᵢⱼ',
    symbols: { w: 'shares of the portfolio' },
    example: 'Two halves of 20 % volatility each and ρ = 0: √(2 · 0.5² · 0.2²) = 14.1 %.',
    related: ['correlation', 'beta'],
    source: 'markowitz',
  },
  {
    name: 'value at risk',
    aliases: ['VaR'],
    meaning: 'The loss that is not exceeded with a given probability over a given time.',
    example: 'A daily VaR(95 %) of 1,000: on one day in twenty the loss is 1,000 or more.',
    caution: 'It does not say how much is lost on those days: see expected shortfall.',
    related: ['expected shortfall', 'volatility'],
    source: 'hull',
  },
  {
    name: 'expected shortfall',
    aliases: ['ES', 'conditional value at risk', 'CVaR'],
    meaning: 'The mean loss in the worst cases, beyond the value at risk.',
    formula: 'ES = mean(loss | loss ≥ VaR)',
    related: ['value at risk'],
    source: 'artzner',
  },
  {
    name: 'position sizing',
    aliases: ['position size', 'fixed fractional', '1% rule'],
    meaning: 'How many units to trade so that reaching the stop loses a chosen part of the equity.',
    formula: 'quantity = equity · risk share / |entry − stop|',
    example: 'Equity 100,000, risk 1 %, entry 50, stop 48: 1,000 / 2 = 500 units.',
    caution: 'A gap can jump past the stop and lose more than planned.',
    related: ['stop order', 'risk-reward ratio', 'Kelly criterion'],
    source: 'tharp',
    tool: 'calculate_position_size',
  },
  {
    name: 'risk-reward ratio',
    aliases: ['reward to risk', 'risk/reward', 'RRR', 'R:R'],
    meaning: 'What a trade can gain for each unit that it risks.',
    formula: '|target − entry| / |entry − stop|',
    example: 'Entry 100, stop 95, target 115: 15 / 5 = 3.',
    related: ['break-even win rate', 'position sizing'],
    source: 'tharp',
    tool: 'calculate_risk_reward',
  },
  {
    name: 'Kelly criterion',
    aliases: ['Kelly', 'Kelly fraction'],
    meaning: 'The share of the capital to bet so that it grows fastest in the long run.',
    formula: 'f = p − (1 − p) / b',
    symbols: { p: 'probability of a win', b: 'gain per unit bet' },
    example: 'p = 0.6, b = 1: f = 0.6 − 0.4 = 20 %.',
    caution:
      'If the probability is only an estimate, the fraction tends to be too large: half of it or less is common.',
    related: ['position sizing', 'expectancy'],
    source: 'kelly',
  },
  {
    name: 'leverage',
    aliases: ['gearing', 'margin trading'],
    meaning:
      'Positions worth more than the equity, financed with borrowed money. Gains and losses grow equally.',
    formula: 'leverage = value of the positions / equity',
    example: 'With 5-fold leverage a fall of 20 % loses all of the equity.',
    related: ['margin', 'exposure'],
    source: 'hull',
  },
  {
    name: 'margin',
    aliases: ['margin call', 'maintenance margin', 'initial margin'],
    meaning:
      'Money kept as collateral for a position. If it falls below the requirement, the broker asks for more or ' +
      'closes the position.',
    related: ['leverage', 'short selling'],
    source: 'hull',
  },
  {
    name: 'hedge',
    aliases: ['hedging'],
    meaning: 'A position that gains when another one loses, so that both together vary less.',
    related: ['correlation', 'option'],
    source: 'hull',
  },
  {
    name: 'kill switch',
    aliases: ['trading halt switch', 'circuit breaker'],
    meaning:
      'A switch that refuses new orders at once, while cancels still work. The one of Baton also lets orders pass that ' +
      'only reduce a position. Exchanges have their own halts, called circuit breakers.',
    related: ['price collar'],
    source: 'harris',
  },
]);
