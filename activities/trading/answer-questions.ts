import type { Json } from '../../contracts/base/json.ts';
import type {
  PerformanceQuestion,
  PositionsAnswer,
  PositionsQuestion,
} from '../../contracts/trading/account-questions.ts';
import type {
  InstrumentAnswer,
  InstrumentQuestion,
} from '../../contracts/trading/instrument-question.ts';
import type { Database } from '../../db/open.ts';
import { ToolRefused } from '../tool-kit/executor.ts';
import type { Decimal } from '../base/decimal.ts';
import { ToolError } from '../tool-kit/tool.ts';
import type { Exchanges } from './exchange/exchanges.ts';
import type { Market } from './market/market.ts';
import { readPerformance } from './performance/performance.ts';
import { roundMoney } from './rounding.ts';

type Question = InstrumentQuestion | PerformanceQuestion | PositionsQuestion;

/**
 * Answers the questions that the API sends to a worker about trading.
 * @throws {ToolRefused} if there is no answer; retryable if a source does not respond.
 */
export function answerQuestions(given: { db: Database; market: Market; exchanges: Exchanges }) {
  return async (asked: Json): Promise<Json> => {
    const question = asked as Question;
    if ('instrumentOf' in question) return readInstrument(given.market, question);
    try {
      if ('positionsOf' in question) return await readPositions(given.exchanges, question);
      const { performanceOf: accountId, benchmark } = question;
      return await readPerformance(given, { accountId, benchmark });
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { message, retryable } = error;
      throw new ToolRefused('EXECUTION_ERROR', message, { retryable, cause: error });
    }
  };
}

/** @throws {ToolRefused} `VALIDATION_ERROR` with similar symbols if there is no such instrument. */
async function readInstrument(
  market: Market,
  { instrumentOf, path }: InstrumentQuestion,
): Promise<InstrumentAnswer> {
  try {
    return { symbol: (await market.instrument(instrumentOf)).id };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    const { message, retryable } = error;
    if (retryable) throw new ToolRefused('EXECUTION_ERROR', message, { retryable, cause: error });
    const places = [{ path, message }];
    throw new ToolRefused('VALIDATION_ERROR', message, { places, cause: error });
  }
}

/** Rounds to twelve decimals, since an average can have any number. */
const shown = (amount: Decimal) => roundMoney(amount).toFixed();

async function readPositions(
  exchanges: Exchanges,
  { positionsOf, user }: PositionsQuestion,
): Promise<PositionsAnswer> {
  const exchange = await exchanges.of(user, positionsOf);
  const { asOf, positions } = await exchange.portfolio();
  return {
    asOf,
    positions: positions.map((position) => ({
      symbol: position.symbol,
      quantity: shown(position.quantity),
      averagePrice: shown(position.averagePrice),
      marketPrice: shown(position.marketPrice),
      marketValue: shown(position.marketValue),
      unrealizedPnl: shown(position.unrealizedPnl),
      realizedPnl: shown(position.realizedPnl),
    })),
  };
}
