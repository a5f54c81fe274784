import { termsOf } from './term.ts';

export const orders = termsOf('orders', [
  {
    name: 'market order',
    aliases: ['at market'],
    meaning:
      'An order to trade at once, at whatever price there is. It is filled, but the price is not sure.',
    related: ['limit order', 'slippage'],
    source: 'secOrders',
    tool: 'create_paper_order',
  },
  {
    name: 'limit order',
    aliases: ['limit'],
    meaning:
      'An order to buy at most, or sell at least, at a price. The price is sure, but not that it is filled.',
    related: ['market order', 'time in force'],
    source: 'secOrders',
    tool: 'create_paper_order',
  },
  {
    name: 'stop order',
    aliases: ['stop loss', 'stop-loss', 'stop'],
    meaning:
      'An order that becomes a market order when the price reaches the stop: below the market to sell, above it to buy.',
    caution:
      'After a gap it is filled at the price that there is then, which can be far beyond the stop.',
    related: ['stop-limit order', 'trailing stop', 'gap'],
    source: 'secOrders',
    tool: 'create_paper_order',
  },
  {
    name: 'stop-limit order',
    aliases: ['stop limit'],
    meaning: 'An order that becomes a limit order when the price reaches the stop.',
    caution: 'Where the price jumps over the limit it is not filled, and the loss goes on.',
    related: ['stop order', 'limit order'],
    source: 'secOrders',
    tool: 'create_paper_order',
  },
  {
    name: 'trailing stop',
    aliases: [],
    meaning:
      'A stop that follows the price at a distance when it moves in favour, and stays when it does not.',
    related: ['stop order', 'average true range'],
    source: 'harris',
  },
  {
    name: 'time in force',
    aliases: ['TIF', 'day order', 'GTC', 'good till cancelled', 'IOC', 'immediate or cancel'],
    meaning:
      'How long an order stands: DAY to the end of the session, GTC until it is cancelled, IOC only for what can be filled at once.',
    related: ['limit order', 'partial fill'],
    source: 'harris',
  },
  {
    name: 'partial fill',
    aliases: ['fill', 'execution'],
    meaning: 'A part of an order that has been traded while the rest still stands.',
    related: ['time in force', 'liquidity'],
    source: 'harris',
  },
  {
    name: 'slippage',
    aliases: ['implementation shortfall'],
    meaning:
      'The difference between the price that a decision was made on and the price of the fill.',
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
      'What an exchange charges who brings an order into the book (maker), and, usually more, who trades against one that stands there (taker).',
    related: ['order book', 'limit order'],
    source: 'harris',
  },
  {
    name: 'short selling',
    aliases: ['short', 'short sale', 'open short'],
    meaning:
      'Selling what one has borrowed, to buy it back for less. The gain is at most the price; the loss has no limit.',
    related: ['margin', 'long'],
    source: 'harris',
  },
  {
    name: 'long',
    aliases: ['long position', 'open long'],
    meaning: 'Owning an instrument, so that a rise of its price gains.',
    related: ['short selling'],
    source: 'harris',
  },
  {
    name: 'paper trading',
    aliases: ['paper account', 'simulated trading'],
    meaning:
      'Trading with money that is not real, to try decisions and systems. Real fills are harder to get.',
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
      'What an open position would gain if it were closed at the price of now; once it is closed, it is realized.',
    formula: '(price − average entry) · quantity',
    example: '500 units bought at 50, now at 52: 1,000.',
    related: ['equity curve', 'long'],
    source: 'harris',
    tool: 'get_portfolio',
  },
]);
