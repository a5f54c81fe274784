import { activityGates } from './activity.ts';
import type { FillFacts, FillGate, Gate, GateCheck, OrderFacts } from './gate.ts';
import { instrumentGates } from './instrument.ts';
import { priceGates } from './price.ts';
import { fillRiskGates, riskGates } from './risk.ts';
import { killSwitchGate, switchGates } from './switches.ts';

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

/** Those that are asked again when a fill would open a position or add to one: they can have closed since the order. */
const atFill: readonly FillGate[] = [killSwitchGate, ...fillRiskGates];

/** The reason of the first gate that denies such a fill, or nothing. */
export function findFillDenial(facts: FillFacts): string | undefined {
  for (const gate of atFill) {
    const denial = gate.deny(facts);
    if (denial) return `${gate.name}: ${denial}`;
  }
  return undefined;
}
