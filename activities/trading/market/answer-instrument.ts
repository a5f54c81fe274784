import type { Json } from '../../../contracts/base/json.ts';
import type {
  InstrumentAnswer,
  InstrumentQuestion,
} from '../../../contracts/trading/instrument-question.ts';
import { ToolRefused } from '../../tool-kit/executor.ts';
import { ToolError } from '../../tool-kit/tool.ts';
import type { Market } from './market.ts';

/**
 * Answers the API's question for the canonical symbol of a symbol.
 * @throws {ToolRefused} `VALIDATION_ERROR` with similar symbols if there is none; otherwise a retryable
 * `EXECUTION_ERROR`.
 */
export function answerInstrument(market: Pick<Market, 'instrument'>) {
  return async (question: Json): Promise<InstrumentAnswer> => {
    const { instrumentOf, path } = question as InstrumentQuestion;
    try {
      return { symbol: (await market.instrument(instrumentOf)).id };
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      const { message, retryable } = error;
      if (retryable) throw new ToolRefused('EXECUTION_ERROR', message, { retryable, cause: error });
      const places = [{ path, message }];
      throw new ToolRefused('VALIDATION_ERROR', message, { places, cause: error });
    }
  };
}
