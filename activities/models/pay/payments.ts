import type { Purchase } from './purchase.ts';
import { noUsage } from '../../../contracts/models/messages.ts';
import type { Usage } from '../../../contracts/models/messages.ts';
import type { BudgetRepository } from '../../../db/repositories/models/budgets.ts';
import type {
  DailyBudgetRepository,
  DailyBudget,
} from '../../../db/repositories/models/daily-budgets.ts';
import type { ModelAttempt } from '../../../db/schema/index.ts';
import type { Caller } from '../../base/caller.ts';
import type { Prices } from './prices/prices.ts';
import type { Blocked } from './decide.ts';
import { createFreedMoney } from './freed-money.ts';
import { offerFor } from './offer.ts';
import { budgetBusy, budgetExceeded, budgetStatus } from './refusals.ts';
import { createSetAside } from './set-aside.ts';
import type { Refusal } from './set-aside.ts';
import type { Budget } from '../../../contracts/models/budget.ts';

/** A call for which money is set aside. */
export type Grant = {
  /** The models that it pays for. */
  chain: readonly string[];
  /** The output tokens that it pays for; left out where nothing limits them. */
  maximumOutput?: number;
  /** Models that it does not pay for. */
  skipped: ModelAttempt[];
  /** When it was given: its prices and its day hold to the end of the call. */
  at: Date;
  accounts: readonly string[];
};

/** Who answered a call, and about how many tokens it took. */
type Answered = {
  model: string;
  /** Which of the model's deployments, where it has some. */
  deployment?: string | undefined;
  estimate: Pick<Usage, 'inputTokens' | 'outputTokens'>;
  durationMs: number;
};

/**
 * Sets money aside before calls, and books them after.
 *
 * @param options.isServed whether a model is configured: others cost nothing.
 * @param options.waitMs how long a call waits for others to cost less than they may, 10 000 by default.
 * @param options.pollMs how often it looks for what other processes have given back, 500 by default.
 */
export function createPayments(options: {
  accounts: BudgetRepository;
  dailyBudgets: Pick<DailyBudgetRepository, 'ofUser'>;
  prices: Prices;
  isServed: (model: string) => boolean;
  /** Tokens of a usual answer of a model. */
  usualOutput: (model: string) => Promise<number>;
  /** Told of each call that costs something. */
  onPaid?: () => void;
  now?: () => Date;
  waitMs?: number;
  pollMs?: number;
}) {
  const { accounts, dailyBudgets, prices, isServed, usualOutput, onPaid } = options;
  const { now = () => new Date(), waitMs = 10_000, pollMs = 500 } = options;
  const freed = createFreedMoney();
  const setAside = createSetAside({ accounts, freed, now, waitMs, pollMs });

  const costsNothing = ({ model, deployment }: Pick<Answered, 'model' | 'deployment'>, at: Date) =>
    prices
      .priceOf(model, { ...noUsage, inputTokens: 1, outputTokens: 1 }, at, deployment)
      ?.usd.isZero();

  async function book(
    { at, accounts: charged }: Grant,
    { source, user, agent, runId, nodePath, keyId, book: bookWith }: Caller,
    call: Omit<Answered, 'estimate'> & { id: string; usage: Usage; isEstimated: boolean },
  ): Promise<string | null> {
    const { usage, deployment, ...told } = call;
    const price = prices.priceOf(call.model, usage, at, deployment);
    const costUsd = price?.usd.toFixed() ?? null;
    const booked = { ...told, at, source, user, agent, runId, nodePath, keyId, ...usage };
    const savedUsd = price?.saved.toFixed() ?? null;
    const priced = { ...booked, costUsd, savedUsd, priceSource: price?.source ?? null };
    const settle = () => accounts.settle(priced, charged);
    await (bookWith ? bookWith({ call: priced, accounts: charged }, settle) : settle());
    freed.announce();
    if (Number(costUsd) > 0) onPaid?.();
    return costUsd;
  }

  return {
    /**
     * Sets aside what a call may cost, in every budget that applies.
     * @throws {BudgetExceeded} when a budget does not allow it.
     * @throws {CallDelayed} when others still hold what it needs after a while.
     */
    async reserve(purchase: Purchase): Promise<Grant> {
      const { caller, chain, size, onFailover } = purchase;
      const at = now();
      const priceAt = (model: string) => prices.unitPrices(model, at);
      const daily = caller.dailyBudgets ?? (await dailyBudgets.ofUser(caller.user));
      const charged = chargedAccounts(caller, daily, at);
      const base = { at, accounts: charged.accounts };
      const [budget] = charged.budgets;
      if (!budget) return { ...base, chain, skipped: [] };

      async function attempt(models: readonly string[]): Promise<Grant | Refusal> {
        const offered = offerFor({ chain: models, size, budget: budget!, priceAt, isServed });
        if (!offered) return { ...base, chain: models, skipped: [] };
        const outcome = await setAside(offered, purchase, charged);
        if ('blocked' in outcome) return outcome;
        const { chain: paid, quote, skipped } = offered;
        const isFree = quote.wanted.isZero();
        const maximumOutput = quote.outputFor(outcome.amount);
        const isLimited = !isFree && maximumOutput !== undefined;
        return { ...base, chain: paid, skipped, ...(isLimited && { maximumOutput }) };
      }

      const first = await attempt(chain);
      if (!('blocked' in first)) return first;
      let refusal = first;
      const isCheaper = ({ budget: { onLimit } }: Blocked) => onLimit === 'cheaper';
      for (const position of purchase.isModelFixed ? [] : first.blocked.filter(isCheaper)) {
        const { cheaperModels } = position.budget;
        const [from, to] = [chain[0], cheaperModels[0]];
        if (from === undefined || to === undefined) continue;
        const outcome = await attempt(cheaperModels);
        if ('blocked' in outcome) {
          refusal = outcome;
          continue;
        }
        const error = { code: 'BUDGET', message: budgetStatus(position, first.least) };
        onFailover?.({ type: 'failover', from, to, error });
        const left: ModelAttempt[] = chain.map((model) => {
          return { model, status: 'skipped', error, durationMs: 0 };
        });
        return { ...outcome, skipped: [...left, ...outcome.skipped] };
      }
      const { blocked, isHopeful, least } = refusal;
      throw isHopeful ? budgetBusy(blocked, least) : budgetExceeded(blocked, least);
    },

    /**
     * Books a call that was answered, and gives back what was set aside for it.
     * @param answer.estimate stands for counts that the provider does not give.
     * @returns its cost as decimal text in US dollars; null where the price is not known.
     */
    async settle(
      grant: Grant,
      caller: Caller,
      { usage: said, estimate, ...answer }: Answered & { usage: Usage },
    ): Promise<string | null> {
      const missing = costsNothing(answer, grant.at) ? {} : missingCounts(said, estimate);
      const isEstimated = Object.keys(missing).length > 0;
      const usage = { ...said, ...missing };
      return book(grant, caller, { id: caller.callId, ...answer, usage, isEstimated });
    },

    /**
     * Books a call that ended before its answer did, by estimate, and gives back what was set aside.
     * @param broken.id of its own: when it is made again, that is another call to be paid. Booking it twice has no effect.
     */
    async settleBroken(
      grant: Grant,
      caller: Caller,
      { id: brokenOff, estimate, ...broken }: Answered & { id: string },
    ): Promise<void> {
      const id = `${caller.callId}/lost/${brokenOff}`;
      const usage = { ...noUsage, ...estimate };
      await book(grant, caller, { id, ...broken, usage, isEstimated: true });
    },

    /** Books a call whose worker died before its answer came, as one that its model usually answers. */
    async settleLost(
      caller: Caller,
      {
        id: lost,
        model,
        inputTokens,
        at,
      }: { id: string; model: string; inputTokens: number; at: Date },
    ): Promise<void> {
      const daily = await dailyBudgets.ofUser(caller.user);
      const { accounts: charged } = chargedAccounts(caller, daily, at);
      const outputTokens = await usualOutput(model);
      const call = {
        id: `${caller.callId}/lost/${lost}`,
        model,
        usage: { ...noUsage, inputTokens, outputTokens },
        isEstimated: true,
        durationMs: 0,
      };
      await book({ at, accounts: charged, chain: [model], skipped: [] }, caller, call);
    },

    /** Gives back what was set aside for a call that has no answer. */
    async release({ callId }: Caller): Promise<void> {
      // The call's own error is what counts; a reservation that stays is given back at the end of its run, or in an hour.
      await accounts.release(callId).catch(() => undefined);
      freed.announce();
    },
  };
}

/** A count of zero where there was something to count is one that the provider does not give. */
function missingCounts(usage: Usage, estimate: Answered['estimate']): Partial<Usage> {
  const { inputTokens, outputTokens } = estimate;
  return {
    ...(usage.inputTokens === 0 && inputTokens > 0 && { inputTokens }),
    ...(usage.outputTokens === 0 && outputTokens > 0 && { outputTokens }),
  };
}

export type Payments = ReturnType<typeof createPayments>;

/**
 * The budgets that limit a call, and all accounts that it is charged to: those of its user and its day are kept also
 * while nothing limits them, so that a budget that is set in the middle of a day holds for the whole of it.
 * @param at the day in UTC counts.
 */
function chargedAccounts(
  { budgets: given, user }: Pick<Caller, 'budgets' | 'user'>,
  daily: readonly DailyBudget[],
  at: Date,
): { budgets: Budget[]; accounts: string[] } {
  const day = at.toISOString().slice(0, 10);
  const budgets = [
    ...given,
    ...daily.map(({ id, usd, ...rest }) => ({
      ...rest,
      usd: Number(usd),
      account: `${id}:${day}`,
    })),
  ];
  const accounts = [...given.map(({ account }) => account), `user:${user}:${day}`, `day:${day}`];
  return { budgets, accounts: [...new Set(accounts)] };
}
