import type { Json } from '../../contracts/base/json.ts';
import { plannedOrder } from '../../contracts/trading/planned-order.ts';
import type { OrderFigure, OrderFigures } from '../../contracts/trading/planned-order.ts';

const figureLabels = {
  stopPrice: 'Stop price',
  limitPrice: 'Limit price',
  stopLoss: 'Stop loss',
  takeProfit: 'Take profit',
  trailAmount: 'Trailing distance',
  trailPercent: 'Trailing distance, in percent',
} satisfies Record<OrderFigure, string>;

/** An order that is asked for, a line for each of its terms; undefined where a value is none. */
export function orderLines(args: Json): string[] | undefined {
  const order = plannedOrder(args);
  if (!order) return undefined;
  const { side, quantity, symbol, type, account, timeInForce, referencePrice } = order;
  return [
    `${side === 'buy' ? 'Buy' : 'Sell'} ${quantity} ${symbol}, ${nameOf(type)}`,
    ...(account === undefined ? [] : [`Account: ${account}`]),
    ...figureTexts(order.figures),
    ...(timeInForce === undefined ? [] : [`Time in force: ${timeInForce}`]),
    ...(referencePrice === undefined ? [] : [`Decision price: ${referencePrice}`]),
    ...order.linked.map((linked) => {
      const what = `${linked.side} ${nameOf(linked.type)}`;
      return `Linked order (OCO): ${[what, ...figureTexts(linked.figures)].join(' · ')}`;
    }),
    ...(order.reduceOnly ? ['Reduce-only: it can only reduce the position'] : []),
    ...(order.hasNoStop ? ['No stop loss'] : []),
  ];
}

const nameOf = (type: string) => type.replace('_', ' ');

const figureTexts = (figures: OrderFigures) =>
  figures.map(({ name, value }) => `${figureLabels[name]}: ${value}`);
