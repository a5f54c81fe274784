import type { FastifyReply, FastifyRequest } from 'fastify';
import type {
  PerformanceAnswer,
  PerformanceQuestion,
} from '../../contracts/trading/account-questions.ts';
import type { PerformanceView } from '../../contracts/trading/api/performance.ts';
import { callerOf } from '../access/caller.ts';
import { clientSignal } from '../base/client-signal.ts';
import { accountOf } from './account-of.ts';
import { askWorker } from './ask-worker.ts';
import { canonicalSymbol } from './canonical-symbol.ts';
import type { TradingServices } from './services.ts';

type Asked = Pick<FastifyRequest, 'body' | 'principal'> & {
  query: { account?: string | undefined; benchmark?: string | undefined };
};

/**
 * The performance of the account of a request, compared with the benchmark that the request names.
 * @throws {Problem} `not-found` without such an account; `invalid-request` for an unknown benchmark; `unavailable` or
 *   `tool-unavailable` while no source returns prices.
 */
export async function readPerformance(
  services: TradingServices,
  request: Asked,
  reply: FastifyReply,
): Promise<PerformanceView> {
  const performanceOf = await accountOf(services, request);
  const user = callerOf(request);
  const signal = clientSignal(reply);
  const { benchmark: symbol } = request.query;
  const wanted = symbol && { symbol, path: 'benchmark', user };
  const benchmark = wanted && (await canonicalSymbol(services, wanted, signal));
  const question: PerformanceQuestion = { performanceOf, ...(benchmark && { benchmark }) };
  const summary = `performance of ${performanceOf}`;
  return askWorker<PerformanceAnswer>(services, { question, user, summary }, signal);
}
