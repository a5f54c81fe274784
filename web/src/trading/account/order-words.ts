import type { OrderSide, OrderType, TimeInForce } from '../../../../contracts/trading/orders.ts';
import { texts } from './ticket/texts.ts';

export const sideTitles: Record<OrderSide, string> = {
  buy: texts.sides.buy,
  sell: texts.sides.sell,
};

export const typeTitles: Record<OrderType, string> = {
  market: texts.types.market,
  limit: texts.types.limit,
  stop: texts.types.stop,
  stop_limit: texts.types.stopLimit,
  trailing_stop: texts.types.trailingStop,
};

export const typeHelp: Record<OrderType, string> = {
  market: texts.typeHelp.market,
  limit: texts.typeHelp.limit,
  stop: texts.typeHelp.stop,
  stop_limit: texts.typeHelp.stopLimit,
  trailing_stop: texts.typeHelp.trailingStop,
};

export const timeInForceTitles: Record<TimeInForce, string> = {
  gtc: texts.timesInForce.gtc,
  day: texts.timesInForce.day,
  ioc: texts.timesInForce.ioc,
};
