import type {
  InstrumentAnswer,
  InstrumentQuestion,
} from '../../contracts/trading/instrument-question.ts';
import { askWorker } from './ask-worker.ts';
import type { TradingServices } from './services.ts';

type Asked = {
  symbol: string;
  /** Where it stands in the request, such as `symbol`. */
  path: string;
  user: string;
};

/**
 * The one symbol of what a symbol stands for, as tools find it: `NASDAQ:AAPL` of `AAPL`. What was looked up before is on
 * record; for another one a worker asks the sources of the market.
 * @throws {Problem} `invalid-request` with near matches where there is no such instrument; `unavailable` or
 *   `tool-unavailable` where nobody can say for now.
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
