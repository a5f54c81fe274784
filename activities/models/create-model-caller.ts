import type { Database } from '../../db/open.ts';
import { budgetRepository } from '../../db/repositories/budgets.ts';
import { dailyBudgetRepository } from '../../db/repositories/daily-budgets.ts';
import { modelCallRepository } from '../../db/repositories/model-calls.ts';
import type { ModelCaller } from './model-caller.ts';
import { observedCalls, observedEmbeddings } from './observation/observed-calls.ts';
import type { ModelLogEntry } from './observation/observed-calls.ts';
import { payForCalls } from './payment/paid-calls.ts';
import { payForImages } from './payment/paid-images.ts';
import type { ImageCaller } from './payment/paid-images.ts';
import { payForEmbeddings } from './payment/paid-embeddings.ts';
import type { EmbeddingCaller } from './payment/paid-embeddings.ts';
import { createPayments } from './payment/payments.ts';
import type { Prices } from './prices/prices.ts';
import type { EmbeddingRouter, ImageRouter, ModelRouter } from './routing/router.ts';
import { withStructuredOutput } from './structured-output/with-structured-output.ts';

/** Everything that a call, and a request for vectors, goes through before it reaches the router. */
export function createModelCallers({
  router,
  db,
  prices,
  log = () => {},
}: {
  router: Pick<ModelRouter, 'chat' | 'missing'> & EmbeddingRouter & ImageRouter;
  db: Database;
  prices: Prices;
  /** Told of each of them, also of the calls that repair an answer. */
  log?: (entry: ModelLogEntry) => void;
}): { callModel: ModelCaller; embed: EmbeddingCaller; generateImage: ImageCaller } {
  const payments = createPayments({
    accounts: budgetRepository(db),
    dailyBudgets: dailyBudgetRepository(db),
    prices,
    isServed: (model) => router.missing([model]).length === 0,
  });
  return {
    callModel: withStructuredOutput(
      observedCalls(payForCalls({ router, payments, modelCalls: modelCallRepository(db) }), log),
    ),
    embed: observedEmbeddings(payForEmbeddings({ router, payments }), log),
    generateImage: payForImages({ router, payments }),
  };
}
