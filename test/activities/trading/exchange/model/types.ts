import { Decimal as Base } from 'decimal.js';
import type { Gates } from '../../../../../contracts/trading/gates.ts';
import type {
  Liquidity,
  OrderLeg,
  OrderSide,
  OrderStatus,
  OrderType,
  TimeInForce,
} from '../../../../../contracts/trading/orders.ts';

/** Wide enough that no sum, product or quotient of a scenario loses a digit that is compared. */
export const Num = Base.clone({
  precision: 50,
  rounding: Base.ROUND_HALF_EVEN,
  toExpNeg: -40,
  toExpPos: 40,
});
export type Num = Base;

export type ModelSettings = Gates & { deposit: number };

export type ModelBar = {
  time: string;
  open: number;
  high: number;
  low: number;
  close: number;
  volume: number;
};

/** What a user asks for. */
export type Ordered = {
  name: string;
  symbol: string;
  side: OrderSide;
  type: OrderType;
  quantity: number;
  referencePrice: number;
  limitPrice?: number | undefined;
  stopPrice?: number | undefined;
  stopLoss?: number | undefined;
  takeProfit?: number | undefined;
  trailAmount?: number | undefined;
  trailPercent?: number | undefined;
  timeInForce: TimeInForce;
};

/** What a working order is to have in place of its own; what is left out stays. */
export type Replaced = Pick<Ordered, 'name' | 'referencePrice' | 'limitPrice' | 'stopPrice'> &
  Partial<Pick<Ordered, 'quantity'>>;

export type Action =
  | { do: 'bar'; symbol: string; bar: ModelBar }
  | { do: 'order'; order: Ordered }
  | { do: 'replace'; replacement: Replaced }
  | { do: 'cancel'; name: string }
  | { do: 'kill switch'; on: boolean; cancelOrders: boolean }
  | { do: 'gates'; gates: Partial<Gates> };

/** An order of the model. Its name says whose it is: `a`, and `a:1:stop` protects the first fill of `a` that opened. */
export type ModelOrder = {
  name: string;
  symbol: string;
  side: OrderSide;
  type: OrderType;
  quantity: Num;
  limitPrice: Num | undefined;
  stopPrice: Num | undefined;
  referencePrice: Num | undefined;
  stopLoss: Num | undefined;
  takeProfit: Num | undefined;
  trailAmount: Num | undefined;
  trailPercent: Num | undefined;
  /** Of a stop that trails: how far it stays from the market. */
  distance: Num | undefined;
  timeInForce: TimeInForce;
  leg: OrderLeg;
  /** A stop and a target with the same group take the place of each other. */
  group: string | undefined;
  status: OrderStatus;
  /** Why it was denied (the first gate that does) or ended. */
  reason: string;
  filled: Num;
  /** How many of its fills opened something. */
  opened: number;
  reserve: Num;
  triggered: boolean;
  reduceOnly: boolean;
  /** The day of its first bar. */
  day: string | undefined;
};

export type ModelFill = {
  order: string;
  quantity: Num;
  price: Num;
  fee: Num;
  liquidity: Liquidity;
  barTime: string;
};

export type ModelPosition = { quantity: Num; averagePrice: Num };

export type MarginCall = { symbol: string; equity: Num; required: Num };

/** An account of the model, and what its market has shown so far. */
export type Account = {
  /** Those that it was opened with, and what counts now. */
  ownSettings: ModelSettings;
  settings: ModelSettings;
  killSwitch: boolean;
  cash: Num;
  fees: Num;
  /** Apart from the other fees. */
  borrowFees: Num;
  realized: Num;
  /** In the order of submission. */
  orders: ModelOrder[];
  fills: ModelFill[];
  positions: Map<string, ModelPosition>;
  marginCalls: MarginCall[];
  /** The first day of each symbol that shorts have not paid for, in days since 1970. */
  charged: Map<string, number>;
  /** The bars of each symbol, up to now. */
  bars: Map<string, ModelBar[]>;
};
