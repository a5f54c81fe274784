import type { Budget } from '../../../contracts/models/budget.ts';
import type { BudgetRepository } from '../../../db/repositories/models/budgets.ts';
import { decide } from './decide.ts';
import type { Decision } from './decide.ts';
import { untilFreed } from './freed-money.ts';
import type { FreedMoney } from './freed-money.ts';
import type { Offer } from './offer.ts';
import type { Purchase } from './purchase.ts';
import type { Quote } from './quote.ts';

export type Refusal = Extract<Decision, { blocked: unknown }> & { least: Quote['least'] };

const hourMs = 3_600_000;

/** Sets money aside for offers; where other calls hold what is missing, after a while. */
export function createSetAside(options: {
  accounts: Pick<BudgetRepository, 'reserve' | 'releaseBefore'>;
  freed: Pick<FreedMoney, 'next'>;
  now: () => Date;
  /** How long a call waits for others to cost less than they may. */
  waitMs: number;
  /** How often it looks for what other processes have given back. */
  pollMs: number;
}) {
  const { accounts, freed, now, waitMs, pollMs } = options;

  return async function setAside(
    { quote }: Offer,
    { caller, wasSent, signal }: Purchase,
    charged: { budgets: Budget[]; accounts: string[] },
  ): Promise<{ amount: Quote['least'] } | Refusal> {
    const { callId, runId } = caller;
    const deadline = now().getTime() + waitMs;
    for (let isFirst = true; ; isFirst = false) {
      const announcement = freed.next();
      let decision: Decision | undefined;
      await accounts.reserve(
        { callId, ...(runId && { runId }), accounts: charged.accounts },
        (states) => {
          const byAccount = new Map(states.map((state) => [state.account, state]));
          const limited = charged.budgets.map(({ account }) => byAccount.get(account)!);
          decision = wasSent ? { amount: quote.wanted } : decide(charged.budgets, limited, quote);
          return 'amount' in decision ? decision.amount.toFixed() : undefined;
        },
      );
      if (!decision) throw new Error('no decision was taken on the reservation');
      if ('amount' in decision) return decision;
      const left = deadline - now().getTime();
      const { isHopeful } = decision;
      if (isFirst && isHopeful) {
        await accounts.releaseBefore(new Date(now().getTime() - hourMs));
        continue;
      }
      if (!isHopeful || left <= 0) return { ...decision, least: quote.least };
      await untilFreed(announcement, { ms: Math.min(pollMs, left), signal });
    }
  };
}
