import type { Budget } from '../../../contracts/models/budget.ts';
import { encodedId } from '../../../contracts/models/budget.ts';
import type { Decimal } from '../../base/decimal.ts';
import { BudgetExceeded } from '../model-caller.ts';
import { CallDelayed } from '../router.ts';
import type { Blocked } from './decide.ts';

const retryAfterMs = 5_000;

/** The refusal of a call that a budget does not allow: what it has, what the call needs, what to do. */
export function budgetExceeded(blocked: readonly Blocked[], least: Decimal): BudgetExceeded {
  const position = mostStrict(blocked);
  const { budget } = position;
  return new BudgetExceeded(`${budgetStatus(position, least)} ${advice(budget)}`, budget);
}

/** The call could be paid if others cost less than they may: it is to come back when they have ended. */
export function budgetBusy(blocked: readonly Blocked[], least: Decimal): CallDelayed {
  const message = `${budgetStatus(mostStrict(blocked), least)} The call can run if those calls cost less than reserved.`;
  return new CallDelayed(message, { retryAfterMs, limit: { reason: message, ahead: null } });
}

/** Nothing can be set aside for a call whose price is not known; no person can allow it, so nobody is asked. */
export function priceUnknown(models: readonly string[], budget: Budget): BudgetExceeded {
  const names = models.join(', ');
  return new BudgetExceeded(
    `The price of ${names} is unknown, so ${nameOf(budget)} (${budget.usd} USD) cannot be enforced. ` +
      `Add the price to the file of BATON_PRICES, choose a model with a known price, or delete the budget.`,
    { ...budget, onLimit: 'stop' },
  );
}

/** What stands in the way of a call, in one sentence. */
export function budgetStatus({ budget, limit, spent, reserved }: Blocked, least: Decimal): string {
  return (
    `${capitalized(nameOf(budget))} does not allow this call: of ${usd(limit)} USD, ${usd(spent)} is spent and ` +
    `${usd(reserved)} reserved by other calls; this call needs at least ${usd(least)}.`
  );
}

/** Asking a person, or going on with cheaper models, is of no use where another budget says stop. */
function mostStrict(blocked: readonly Blocked[]): Blocked {
  return blocked.find(({ budget }) => budget.onLimit !== 'ask') ?? blocked[0]!;
}

function nameOf({ account }: Budget): string {
  const [kind = '', ...rest] = account.split(':');
  const names: Record<string, string> = {
    run: `the budget of run ${rest.join(':')}`,
    agent: `the budget of agent ${rest.join(':')}`,
    share: `the budget share of ${rest.join(':')}`,
    loop: `the budget of loop ${rest.join(':')}`,
    user: `the budget of user ${rest.slice(0, -1).join(':')} for ${rest.at(-1) ?? ''}`,
    key: `the budget of key ${rest.join(' for ')}`,
    day: `the budget for ${rest[0] ?? ''}`,
  };
  return names[kind] ?? `the budget ${account}`;
}

function advice({ account }: Budget): string {
  const [kind = ''] = account.split(':');
  const kept = encodedId(account.slice(0, account.lastIndexOf(':')));
  const raise: Record<string, string> = {
    run: 'Start the run with a larger budget',
    agent: "Raise the budget in the agent's limits",
    share: 'Raise the budget of the run or of the delegating agent',
    loop: 'Raise maximumUsd of the loop',
    user: `Raise it with PUT /api/v1/budgets/${kept}, wait for the next day (UTC)`,
    key: 'Create a key with a larger budget, wait until the budget resets (UTC)',
    day: `Raise it with PUT /api/v1/budgets/${kept}, wait for the next day (UTC)`,
  };
  return `${raise[kind] ?? 'Raise it'}, or use cheaper models.`;
}

/** To a millionth of a dollar, for people. */
const usd = (amount: Decimal) => amount.toDecimalPlaces(6).toFixed();

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
