import { sql } from 'drizzle-orm';
import type { AccountState } from '../../../../db/repositories/models/budget-rows.ts';
import { budgetRepository } from '../../../../db/repositories/models/budgets.ts';
import { dailyBudgetRepository } from '../../../../db/repositories/models/daily-budgets.ts';
import { modelCallRepository } from '../../../../db/repositories/models/model-calls.ts';
import type { Database } from '../../../../db/open.ts';
import { budgetSchema } from '../../../../contracts/models/budget.ts';
import type { Budget } from '../../../../contracts/models/budget.ts';
import { noUsage } from '../../../../contracts/models/messages.ts';
import type { Usage } from '../../../../contracts/models/messages.ts';
import type { Caller } from '../../../../activities/base/caller.ts';
import type { ModelCall } from '../../../../activities/models/model-caller.ts';
import { payForCalls } from '../../../../activities/models/pay/paid-calls.ts';
import { payForImages } from '../../../../activities/models/pay/paid-images.ts';
import { payForEmbeddings } from '../../../../activities/models/pay/paid-embeddings.ts';
import { createPayments } from '../../../../activities/models/pay/payments.ts';
import { priceEntry, unitPricesOf } from '../../../../activities/models/pay/prices/price-entry.ts';
import type { PriceEntry } from '../../../../activities/models/pay/prices/price-entry.ts';
import { createPrices } from '../../../../activities/models/pay/prices/prices.ts';
import type {
  RouteOptions,
  RoutedRequest,
  RoutedResponse,
} from '../../../../activities/models/router.ts';
import type { ModelName } from '../../../../activities/models/model-name.ts';

type Answer = { model?: string; usage?: Partial<Usage> };
export type Ask = { chain: readonly string[]; request: RoutedRequest; options: RouteOptions };

/** Callers that pay, over a router that the test plays. */
export function openShop(
  db: Database,
  {
    prices = {},
    answer = () => ({}),
    embeddedTokens = 0,
    image = { inputTokens: 0, outputTokens: 0, imageTokens: 0 },
    ...options
  }: {
    prices?: Record<string, PriceEntry>;
    answer?: (ask: Ask) => Answer | Promise<Answer>;
    embeddedTokens?: number;
    /** What making an image takes; an error is thrown. */
    image?: { inputTokens: number; outputTokens: number; imageTokens: number } | Error;
    now?: () => Date;
    waitMs?: number;
    unconfigured?: string[];
  } = {},
) {
  const asked: Ask[] = [];
  const own = new Map(
    Object.entries(prices).map(([model, entry]) => [
      model,
      unitPricesOf(priceEntry.parse(entry), 'the test'),
    ]),
  );
  const accounts = budgetRepository(db);
  const modelCalls = modelCallRepository(db);
  const payments = createPayments({
    accounts,
    dailyBudgets: dailyBudgetRepository(db),
    prices: createPrices({ own }),
    isServed: (model) => !options.unconfigured?.includes(model),
    usualOutput: modelCalls.usualOutput,
    pollMs: 20,
    ...options,
  });
  const router = {
    async chat(
      chain: readonly string[],
      request: RoutedRequest,
      routeOptions: RouteOptions,
    ): Promise<RoutedResponse> {
      const ask = { chain, request, options: routeOptions };
      asked.push(ask);
      const { model = chain[0]!, usage } = await answer(ask);
      return {
        model: model as ModelName,
        text: 'done',
        toolCalls: [],
        finish: 'stop',
        usage: { ...noUsage, ...usage },
        attempts: [{ model, status: 'answered', durationMs: 1 }],
      };
    },
    embed: async (model: string) => ({
      model: model as ModelName,
      vectors: [[1, 2]],
      inputTokens: embeddedTokens,
    }),
    async generateImage(model: string) {
      if (image instanceof Error) throw image;
      return { model: model as ModelName, mediaType: 'image/png', data: 'iVBORw0K', usage: image };
    },
  };
  const pay = payForCalls({ router, payments, modelCalls });
  return {
    asked,
    accounts,
    modelCalls,
    payments,
    embed: payForEmbeddings({ router, payments }),
    makeImage: payForImages({ router, payments }),
    call: (
      given: Partial<ModelCall> & { caller?: Caller } = {},
      more: Partial<RouteOptions> = {},
    ) =>
      pay(
        { caller: callerOf(), chain: ['test:one'], request: requestOf(), ...given },
        { signal: new AbortController().signal, ...more },
      ),
    async state(account: string): Promise<Omit<AccountState, 'account'>> {
      const [{ account: _account, ...state } = { account }] = await accounts.states([account]);
      return state as Omit<AccountState, 'account'>;
    },
  };
}

export function requestOf(request: Partial<RoutedRequest> = {}): RoutedRequest {
  return {
    messages: [{ role: 'user', text: 'What moved the index today?' }],
    tools: [],
    toolChoice: 'auto',
    ...request,
  };
}

/** Takes away all that was booked and set aside. */
export async function emptyAccounts(db: Database): Promise<void> {
  await db.execute(sql`truncate model_calls, budget_accounts, budget_reservations, budgets`);
}

let calls = 0;
export function callerOf(caller: Partial<Caller> = {}): Caller {
  calls += 1;
  return {
    callId: `call-${calls}`,
    source: 'run',
    user: 'ada',
    priority: 'normal',
    runId: 'run_1',
    budgets: [],
    ...caller,
  };
}

export function budgetOf(budget: Partial<Budget> & { usd: number }): Budget {
  return { account: 'run:run_1', ...budgetSchema.parse({ usd: budget.usd }), ...budget };
}
