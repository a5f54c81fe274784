import { isJsonObject } from '../base/json.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { orderSides, orderTypes, timesInForce } from './orders.ts';
import type { OrderSide, OrderType, TimeInForce } from './orders.ts';

/** An order as a call asks for it, before any check. No zod here: the web app may load it. */

/** Prices and distances of an order, in the order in which people read them. */
const figureNames = [
  'stopPrice',
  'limitPrice',
  'stopLoss',
  'takeProfit',
  'trailAmount',
  'trailPercent',
] as const;
export type OrderFigure = (typeof figureNames)[number];

/** The given prices and distances, as decimal text. */
export type OrderFigures = { name: OrderFigure; value: string }[];

export type PlannedOrder = {
  symbol: string;
  side: OrderSide;
  quantity: number;
  type: OrderType;
  referencePrice: number | undefined;
  referenceTime: string | undefined;
  figures: OrderFigures;
  /** Undefined if the order stays open until it is cancelled, the default. */
  timeInForce: Exclude<TimeInForce, 'gtc'> | undefined;
  /** Undefined for the user's own account. */
  account: string | undefined;
  /** Whether the order can only reduce a position. */
  reduceOnly: boolean;
  linked: { side: OrderSide; type: OrderType; figures: OrderFigures }[];
  /**
   * Whether the order can open a position without a stop. A stop order, and an order with linked orders, count as
   * having one.
   */
  hasNoStop: boolean;
};

/** The names of all that `plannedOrder` reads. */
export const plannedFields: readonly string[] = [
  'symbol',
  'side',
  'quantity',
  'type',
  'referencePrice',
  'referenceTime',
  ...figureNames,
  'timeInForce',
  'account',
  'reduceOnly',
  'oco',
];

const stops: readonly OrderFigure[] = ['stopLoss', 'trailAmount', 'trailPercent'];

/** Reads a value as an order; undefined if it is not an order. */
export function plannedOrder(value: Json): PlannedOrder | undefined {
  if (!isJsonObject(value)) return undefined;
  const { symbol, oco, account } = value;
  const side = oneOf(orderSides, value['side']);
  const quantity = decimalOf(value['quantity']);
  const type = oneOf(orderTypes, value['type'] ?? 'market');
  if (typeof symbol !== 'string' || !side || quantity === undefined || !type) return undefined;
  const price = decimalOf(value['referencePrice']);
  const time = value['referenceTime'];
  const figures = figuresOf(value);
  const linked = Array.isArray(oco) ? oco.flatMap((one) => linkedOrder(one, side)) : [];
  const timeInForce = oneOf(timesInForce, value['timeInForce']);
  const reduceOnly = value['reduceOnly'] === true;
  return {
    symbol,
    side,
    quantity: Number(quantity),
    type,
    referencePrice: price === undefined ? undefined : Number(price),
    referenceTime: typeof time === 'string' ? time : undefined,
    figures,
    timeInForce: timeInForce === 'gtc' ? undefined : timeInForce,
    account: typeof account === 'string' && account !== '' ? account : undefined,
    reduceOnly,
    linked,
    hasNoStop:
      !reduceOnly &&
      (type === 'market' || type === 'limit') &&
      linked.length === 0 &&
      !figures.some(({ name }) => stops.includes(name)),
  };
}

/** The prices and distances in a value. */
function figuresOf(value: JsonObject): OrderFigures {
  return figureNames.flatMap((name) => {
    const figure = decimalOf(value[name]);
    return figure === undefined ? [] : [{ name, value: figure }];
  });
}

/** @param usual the side if the value names none. */
function linkedOrder(value: Json, usual: OrderSide): PlannedOrder['linked'] {
  if (!isJsonObject(value)) return [];
  const type = oneOf(orderTypes, value['type']);
  const side = oneOf(orderSides, value['side'] ?? usual);
  return type && side ? [{ side, type, figures: figuresOf(value) }] : [];
}

function oneOf<Name extends string>(names: readonly Name[], value: unknown): Name | undefined {
  return names.find((name) => name === value);
}

/** A number, or a number as text; undefined for any other value. */
function decimalOf(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return Number.isFinite(Number(value)) ? value.trim() : undefined;
}
