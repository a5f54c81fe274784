import type {
  Liquidity,
  OrderSide,
  OrderType,
  TimeInForce,
} from '../../../../contracts/trading/orders.ts';
import type { Decimal } from '../../../base/decimal.ts';

/** Order types in matching. A trailing stop is a stop whose price moves between bars. */
export type MatchedType = Exclude<OrderType, 'trailing_stop'>;

/** The order type to match: a trailing stop is matched as a stop. */
export const matchedType = (type: OrderType): MatchedType =>
  type === 'trailing_stop' ? 'stop' : type;

/** An order as matching needs it. Matching is pure: it reads and writes nothing. */
export type WorkingOrder = {
  /** Unique. Also seeds its random slippage. */
  id: string;
  side: OrderSide;
  type: MatchedType;
  remaining: Decimal;
  /** Whether it can only reduce a position. Such orders fill first. */
  reduces: boolean;
  /** The worst price of `limit` and `stop_limit`. */
  limitPrice?: Decimal | undefined;
  /** The price that triggers `stop` and `stop_limit`. */
  stopPrice?: Decimal | undefined;
  timeInForce: TimeInForce;
  /** Whether its stop price was reached on an earlier bar. */
  triggered: boolean;
  /** Whether it was open on an earlier bar. A limit order then rests in the book and fills as maker. */
  resting: boolean;
  /** Day of its first bar, as `YYYY-MM-DD`; undefined before that. */
  day?: string | undefined;
  /** Id of its OCO group, such as the stop and target of a position. A fill of one order reduces the others. */
  group?: string | undefined;
};

/** The assumptions of the simulated exchange, for paper trading and backtests. */
export type MatchingTerms = {
  /** Maximum share of a bar's volume that all orders together can fill, from 0 to 1. */
  volumeShare: number;
  /** Mean slippage of market and stop orders, in basis points. */
  slippageBasisPoints: number;
  /** Random variation of slippage as a fraction of its mean: 0 for none, 1 for 0 to twice the mean. */
  slippageVariation: number;
  /** Random seed of the slippage. */
  slippageSeed: string;
  makerFeeBasisPoints: number;
  takerFeeBasisPoints: number;
};

/** The default assumptions of paper trading and backtests. */
export const defaultMatchingTerms: MatchingTerms = {
  volumeShare: 0.1,
  slippageBasisPoints: 2,
  slippageVariation: 0,
  slippageSeed: 'baton',
  makerFeeBasisPoints: 5,
  takerFeeBasisPoints: 10,
};

/** The price at which a bar fills an order, and whether the order is maker or taker. */
export type Offer = { price: Decimal; liquidity: Liquidity };

/** A fill from matching. Amounts are in the currency of the price. */
export type MatchedFill = Offer & {
  quantity: Decimal;
  /** Quantity times price. */
  notional: Decimal;
  fee: Decimal;
};

/** What a bar does to an order. */
export type MatchEvent =
  | { kind: 'triggered'; orderId: string }
  | { kind: 'filled'; orderId: string; fill: MatchedFill }
  /** It ended: its time in force is over, or another order of its OCO group was filled. */
  | { kind: 'expired' | 'replaced'; orderId: string; reason: string };
