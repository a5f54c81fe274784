import type {
  InstrumentAnswer,
  InstrumentQuestion,
} from '../../contracts/trading/instrument-question.ts';
import { askWorker } from './ask-worker.ts';
import type { TradingServices } from './services.ts';

type Asked = {
  symbol: string;
  /** The path of the symbol in the request, such as `symbol`. */
  path: string;
  user: string;
};

/**
 * The canonical symbol of an instrument, as tools resolve it: `NASDAQ:AAPL` for `AAPL`. Symbols that were looked up
 * before are in the database; for others a worker asks the market's sources.
 * @throws {Problem} `invalid-request` with similar symbols when the instrument does not exist; `unavailable` or
 *   `tool-unavailable` when no worker can answer now.
 */
export async function canonicalSymbol(
  services: TradingServices,
  { symbol, path, user }: Asked,
  signal: AbortSignal,
): Promise<string> {
  const known = await services.instruments.find(symbol);
  if (known) return known.id;
  const question: InstrumentQuestion = { instrumentOf: symbol, path };
  const summary = `instrument of ${symbol}`;
  const answer = await askWorker<InstrumentAnswer>(services, { question, user, summary }, signal);
  return answer.symbol;
}
