import type { GatewayQuestionAnswer } from '../../contracts/models/gateway-call.ts';
import type { Json } from '../../contracts/base/json.ts';
import { publishedCatalog } from '../catalog/catalog.ts';
import type { TradingServices } from './services.ts';

/**
 * Asks a worker for data that only workers have, such as prices.
 * @throws {Problem} `unavailable` or `tool-unavailable` when no worker can answer now; otherwise the reason why the
 *   worker refused.
 */
export async function askWorker<Answer extends Json>(
  services: TradingServices,
  { question, user, summary }: { question: Json; user: string; summary: string },
  signal: AbortSignal,
): Promise<Answer> {
  // Fails at once if no worker runs.
  await publishedCatalog(services);
  const request = { domain: 'trading', question };
  const call = await services.calls.open<GatewayQuestionAnswer>({
    kind: 'tool',
    user,
    idempotencyKey: undefined,
    body: request,
    priority: 'high',
    request,
    summary,
  });
  const { answer } = await call.answer(signal);
  return answer as Answer;
}
