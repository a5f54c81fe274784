import type { Database } from '../../db/open.ts';
import { budgetRepository } from '../../db/repositories/models/budgets.ts';
import { dailyBudgetRepository } from '../../db/repositories/models/daily-budgets.ts';
import { healthAlertRepository } from '../../db/repositories/health/health-alerts.ts';
import { laterOnce } from './pay/later-once.ts';
import { modelCallRepository } from '../../db/repositories/models/model-calls.ts';
import type { ModelCaller } from './model-caller.ts';
import { observedCalls, observedEmbeddings } from './ask/observation/observed-calls.ts';
import type { ModelLogEntry } from './ask/observation/observed-calls.ts';
import { payForCalls } from './pay/paid-calls.ts';
import { payForImages } from './pay/paid-images.ts';
import type { ImageCaller } from './pay/paid-images.ts';
import { payForEmbeddings } from './pay/paid-embeddings.ts';
import type { EmbeddingCaller } from './pay/paid-embeddings.ts';
import { createPayments } from './pay/payments.ts';
import { keepRequests } from './requests/keep-requests.ts';
import type { KeepRequest } from './requests/keep-requests.ts';
import type { PayLost } from './turn/lost-calls.ts';
import type { Prices } from './pay/prices/prices.ts';
import type { EmbeddingRouter, ImageRouter, ModelRouter } from './router.ts';
import { withStructuredOutput } from './ask/structured-output/with-structured-output.ts';

/** Alerts on costs are looked at so long after a call was paid for, once for all in between. */
const lookForCostsMs = 30_000;

/** Everything that a call, and a request for vectors, goes through before it reaches the router. */
export function createModelCallers({
  router,
  db,
  prices,
  log = () => {},
  keep,
}: {
  router: Pick<ModelRouter, 'chat' | 'missing'> & EmbeddingRouter & ImageRouter;
  db: Database;
  prices: Prices;
  /** Told of each of them, also of the calls that repair an answer. */
  log?: (entry: ModelLogEntry) => void;
  /** Given each call when it ends; left out, none is kept. */
  keep?: KeepRequest | undefined;
}): {
  callModel: ModelCaller;
  embed: EmbeddingCaller;
  generateImage: ImageCaller;
  payLost: PayLost;
} {
  const modelCalls = modelCallRepository(db);
  const payments = createPayments({
    accounts: budgetRepository(db),
    dailyBudgets: dailyBudgetRepository(db),
    prices,
    isServed: (model) => router.missing([model]).length === 0,
    usualOutput: modelCalls.usualOutput,
    onPaid: laterOnce(() => healthAlertRepository(db).lookAt('paid'), lookForCostsMs),
  });
  const paid = payForCalls({ router, payments, modelCalls });
  return {
    callModel: withStructuredOutput(observedCalls(keep ? keepRequests(paid, keep) : paid, log)),
    embed: observedEmbeddings(payForEmbeddings({ router, payments }), log),
    generateImage: payForImages({ router, payments }),
    payLost: payments.settleLost,
  };
}
