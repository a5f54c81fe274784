import type {
  Liquidity,
  OrderSide,
  OrderType,
  TimeInForce,
} from '../../../../contracts/trading/orders.ts';
import type { Decimal } from '../../../base/decimal.ts';

/** What an order is while a bar passes: a trailing stop is a stop, whose price moves between bars. */
export type MatchedType = Exclude<OrderType, 'trailing_stop'>;

export const matchedType = (type: OrderType): MatchedType =>
  type === 'trailing_stop' ? 'stop' : type;

/** An order as matching sees it. Prices and quantities are exact; nothing here is read or written anywhere. */
export type WorkingOrder = {
  /** Unique; also part of what its slippage is drawn from. */
  id: string;
  side: OrderSide;
  type: MatchedType;
  /** What is still to be filled. */
  remaining: Decimal;
  /** Whether it can only make a position smaller: such orders come before all others. */
  reduces: boolean;
  /** The worst price of `limit` and `stop_limit`. */
  limitPrice?: Decimal | undefined;
  /** The price from which on `stop` and `stop_limit` work. */
  stopPrice?: Decimal | undefined;
  timeInForce: TimeInForce;
  /** Whether its stop price was reached on an earlier bar. */
  triggered: boolean;
  /** Whether it has worked on an earlier bar: a limit order then waits in the book, and makes the market. */
  resting: boolean;
  /** The day, `YYYY-MM-DD`, of its first bar; left out before that one. */
  day?: string | undefined;
  /**
   * Orders of which one takes the place of the other, such as stop and target of a position: what fills one is no
   * longer to be filled by another, and of two that a bar reaches the stop counts.
   */
  group?: string | undefined;
};

/** How the exchange fills: the same for paper trading and backtests. */
export type MatchingTerms = {
  /** The largest share of a bar's volume that all orders together can get, from 0 to 1. */
  volumeShare: number;
  /** What market and stop orders lose against the price that they find, in basis points. */
  slippageBasisPoints: number;
  /** How far a single slippage may be from that, as a share of it from 0 (always the same) to 1 (from none to twice). */
  slippageVariation: number;
  /** What the slippage of each fill is drawn from: the same seed gives the same fills. */
  slippageSeed: string;
  makerFeeBasisPoints: number;
  takerFeeBasisPoints: number;
};

export const defaultMatchingTerms: MatchingTerms = {
  volumeShare: 0.1,
  slippageBasisPoints: 2,
  slippageVariation: 0,
  slippageSeed: 'baton',
  makerFeeBasisPoints: 5,
  takerFeeBasisPoints: 10,
};

/** What a bar offers an order: at which price, and whether the order took or made it. */
export type Offer = { price: Decimal; liquidity: Liquidity };

export type MatchedFill = Offer & {
  quantity: Decimal;
  /** Quantity times price. */
  notional: Decimal;
  fee: Decimal;
};

/** What a bar did to an order, in the order of the bar. */
export type MatchEvent =
  | { kind: 'triggered'; orderId: string }
  | { kind: 'filled'; orderId: string; fill: MatchedFill }
  /** It works no longer: its time is over, or another order of its group has taken its place. */
  | { kind: 'expired' | 'replaced'; orderId: string; reason: string };
