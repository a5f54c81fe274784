import type { OrderFacts, Gate, GateCheck } from './gates/gate.ts';
import { activityGates } from './gates/activity.ts';
import { instrumentGates } from './gates/instrument.ts';
import { priceGates } from './gates/price.ts';
import { riskGates } from './gates/risk.ts';
import { switchGates } from './gates/switches.ts';

/** The checks before every order, in order. Each gives the reason to deny it, or nothing. */
export const gates: readonly Gate[] = [
  ...switchGates,
  ...instrumentGates,
  ...priceGates,
  ...riskGates,
  ...activityGates,
];

/** What every gate says to an order. */
export function checkGates(facts: OrderFacts): GateCheck[] {
  return gates.map(({ name, deny }) => ({ gate: name, denial: deny(facts) || null }));
}

/** The reason of the first gate that denies the order, or nothing. */
export function findDenial(facts: OrderFacts): string | undefined {
  const refused = checkGates(facts).find(({ denial }) => denial !== null);
  return refused && `${refused.gate}: ${refused.denial}`;
}
