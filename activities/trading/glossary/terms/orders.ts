import { termsOf } from './term.ts';

export const orders = termsOf('orders', [
  {
    name: 'market order',
    aliases: ['at market'],
    meaning:
      'An order to trade immediately at the best available price. It fills, but the price is not guaranteed.',
    related: ['limit order', 'slippage'],
    source: 'secOrders',
    tool: 'create_paper_order',
  },
  {
    name: 'limit order',
    aliases: ['limit'],
    meaning:
      'An order to buy at a price or lower, or to sell at a price or higher. The price is guaranteed, but not the fill.',
    related: ['market order', 'time in force'],
    source: 'secOrders',
    tool: 'create_paper_order',
  },
  {
    name: 'stop order',
    aliases: ['stop loss', 'stop-loss', 'stop'],
    meaning:
      'An order that becomes a market order when the price reaches the stop: below the market to sell, above it to buy.',
    caution: 'After a gap it fills at the next available price, which can be far beyond the stop.',
    related: ['stop-limit order', 'trailing stop', 'gap'],
    source: 'secOrders',
    tool: 'create_paper_order',
  },
  {
    name: 'stop-limit order',
    aliases: ['stop limit'],
    meaning: 'An order that becomes a limit order when the price reaches the stop.',
    caution: 'If the price jumps past the limit, the order does not fill and the loss continues.',
    related: ['stop order', 'limit order'],
    source: 'secOrders',
    tool: 'create_paper_order',
  },
  {
    name: 'trailing stop',
    aliases: [],
    meaning:
      'A stop that follows the price at a distance when it moves in your favor, and stays in place when it does not.',
    related: ['stop order', 'average true range'],
    source: 'harris',
    tool: 'create_paper_order',
  },
  {
    name: 'time in force',
    aliases: ['TIF', 'day order', 'GTC', 'good till cancelled', 'IOC', 'immediate or cancel'],
    meaning:
      'How long an order stays open: DAY to the end of the session, GTC until it is cancelled, IOC only for what ' +
      'fills immediately.',
    related: ['limit order', 'partial fill'],
    source: 'harris',
  },
  {
    name: 'partial fill',
    aliases: ['fill', 'execution'],
    meaning: 'A fill of part of an order, while the rest stays open.',
    related: ['time in force', 'liquidity'],
    source: 'harris',
  },
  {
    name: 'slippage',
    aliases: ['implementation shortfall'],
    meaning: 'The difference between the price at the decision and the price of the fill.',
    formula: '(fill − expected) / expected, for a buy; the other way round for a sell',
    example: 'Expected 100, filled at 100.05: 5 basis points.',
    related: ['bid-ask spread', 'market impact', 'basis point'],
    source: 'harris',
  },
  {
    name: 'market impact',
    aliases: ['price impact'],
    meaning:
      'How much an order itself moves the price against it; it grows with its size as a share of the volume.',
    related: ['slippage', 'liquidity', 'volume'],
    source: 'harris',
  },
  {
    name: 'maker and taker fees',
    aliases: ['maker fee', 'taker fee', 'maker', 'taker'],
    meaning:
      'The fees of an exchange for adding an order to the book (maker) and, usually higher, for trading against ' +
      'an order in the book (taker).',
    related: ['order book', 'limit order'],
    source: 'harris',
  },
  {
    name: 'short selling',
    aliases: ['short', 'short sale', 'open short'],
    meaning:
      'Selling a borrowed instrument to buy it back later for less. The gain is limited to the sale price; the ' +
      'loss has no limit.',
    related: ['margin', 'long'],
    source: 'harris',
  },
  {
    name: 'long',
    aliases: ['long position', 'open long'],
    meaning: 'Owning an instrument to gain when its price rises.',
    related: ['short selling'],
    source: 'harris',
  },
  {
    name: 'paper trading',
    aliases: ['paper account', 'simulated trading'],
    meaning:
      'Trading with simulated money to test decisions and systems. Real fills are harder to get.',
    related: ['backtest', 'slippage'],
    source: 'pardo',
    tool: 'create_paper_order',
  },
  {
    name: 'price collar',
    aliases: ['collar', 'fat finger check'],
    meaning: 'A check that refuses an order whose price is too far from the market.',
    related: ['kill switch', 'slippage'],
    source: 'harris',
  },
  {
    name: 'unrealized profit and loss',
    aliases: ['unrealized P&L', 'unrealised P&L', 'paper profit', 'realized P&L', 'P&L'],
    meaning:
      'What an open position would gain if it were closed at the current price. Closing the position realizes it.',
    formula: '(price − average entry) · quantity',
    example: '500 units bought at 50, now at 52: 1,000.',
    related: ['equity curve', 'long'],
    source: 'harris',
    tool: 'get_portfolio',
  },
]);
