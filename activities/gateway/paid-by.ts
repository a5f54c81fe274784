import type { Budget } from '../../contracts/models/budget.ts';
import type { Payer } from '../../contracts/models/gateway-call.ts';

/** What a call is charged to beside the day's budgets: the budget of the key that asked. */
export function paidBy(request: object): { budgets: Budget[]; keyId?: string } {
  const { payer } = request as { payer?: Payer };
  return {
    budgets: payer?.budget ? [payer.budget] : [],
    ...(payer && { keyId: payer.keyId }),
  };
}
