import type { GatewayQuestionAnswer } from '../../contracts/models/gateway-call.ts';
import type {
  InstrumentAnswer,
  InstrumentQuestion,
} from '../../contracts/trading/instrument-question.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
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
  // Without a worker nobody would answer.
  await publishedCatalog(services);
  const question: InstrumentQuestion = { instrumentOf: symbol, path };
  const request = { domain: 'trading', question };
  const call = await services.calls.open<GatewayQuestionAnswer>({
    kind: 'tool',
    user,
    idempotencyKey: undefined,
    body: request,
    priority: 'high',
    request,
    summary: `instrument of ${symbol}`,
  });
  const { answer } = await call.answer(signal);
  return (answer as InstrumentAnswer).symbol;
}
