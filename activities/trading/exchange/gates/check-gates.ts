import { activityGates } from './activity.ts';
import type { Gate, GateCheck, OrderFacts } from './gate.ts';
import { instrumentGates } from './instrument.ts';
import { priceGates } from './price.ts';
import { riskGates } from './risk.ts';
import { switchGates } from './switches.ts';

/** The checks before every order, in order. Each gives the reason to deny it, or nothing. */
export const gates: readonly Gate[] = [
  ...switchGates,
  ...instrumentGates,
  ...priceGates,
  ...riskGates,
  ...activityGates,
];

const isSpared = ({ sparesReducing }: Gate, { reduces }: OrderFacts) => reduces && sparesReducing;

/** What every gate says to an order. */
export function checkGates(facts: OrderFacts): GateCheck[] {
  return gates.map((gate) => ({
    gate: gate.name,
    denial: (!isSpared(gate, facts) && gate.deny(facts)) || null,
  }));
}

/** The reason of the first gate that denies the order, or nothing. */
export function findDenial(facts: OrderFacts): string | undefined {
  const refused = checkGates(facts).find(({ denial }) => denial !== null);
  return refused && `${refused.gate}: ${refused.denial}`;
}
