import { keyAccount } from '../../contracts/access/key-limits.ts';
import type { Payer } from '../../contracts/models/gateway-call.ts';
import type { Principal } from '../access/principal.ts';
import { Problem } from '../base/problem.ts';
import type { CallRequest } from '../calls/calls.ts';

/** How a call is paid: by the key that asks for it, within the key's limits. */
export type Paying = { key?: CallRequest['key']; payer?: Payer };

/**
 * @param chain the models that a call may ask.
 * @throws {Problem} `forbidden` where the key may not use one of them.
 */
export function payWith(
  { paysWith }: Pick<Principal, 'paysWith'>,
  chain: readonly string[],
): Paying {
  if (!paysWith) return {};
  const { keyId, limits } = paysWith;
  if (!limits) return { payer: { keyId } };
  const { models, budgetUsd: usd } = limits;
  const refused = models && chain.find((model) => !models.some((entry) => allows(entry, model)));
  if (refused !== undefined) {
    const message = `This key cannot use ${refused}, only ${models?.join(', ')}.`;
    throw new Problem('forbidden', message, [{ path: 'model', message }]);
  }
  const account = keyAccount(keyId, limits, new Date());
  return {
    key: { id: keyId, rates: limits },
    payer: {
      keyId,
      ...(usd !== undefined && {
        budget: { account, usd, onLimit: 'stop' as const, cheaperModels: [] },
      }),
    },
  };
}

/** An entry is a model, or all of a provider's: `openai:*`. */
function allows(entry: string, model: string): boolean {
  return entry === model || (entry.endsWith(':*') && model.startsWith(entry.slice(0, -1)));
}
