import type { OrderSide, OrderType, TimeInForce } from '../../../../contracts/trading/orders.ts';

export const sideTitles: Record<OrderSide, string> = { buy: 'Buy', sell: 'Sell' };

export const typeTitles: Record<OrderType, string> = {
  market: 'Market',
  limit: 'Limit',
  stop: 'Stop',
  stop_limit: 'Stop limit',
};

export const typeHelp: Record<OrderType, string> = {
  market: 'At the open of the next bar',
  limit: 'At the limit price or better',
  stop: 'At the market, once the stop price is reached',
  stop_limit: 'A limit order, once the stop price is reached',
};

export const timeInForceTitles: Record<TimeInForce, string> = {
  gtc: 'Until canceled (GTC)',
  day: 'Until its first day ends (DAY)',
  ioc: 'The next bar alone (IOC)',
};
