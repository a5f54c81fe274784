import { activityGates } from './activity.ts';
import type { FillFacts, FillGate, Gate, GateCheck, OrderFacts } from './gate.ts';
import { instrumentGates } from './instrument.ts';
import { priceGates } from './price.ts';
import { fillRiskGates, riskGates } from './risk.ts';
import { killSwitchGate, switchGates } from './switches.ts';

/** The checks of every order, in order. */
export const gates: readonly Gate[] = [
  ...switchGates,
  ...instrumentGates,
  ...priceGates,
  ...riskGates,
  ...activityGates,
];

const isSpared = ({ sparesReducing }: Gate, { reduces }: OrderFacts) => reduces && sparesReducing;

/** The result of every gate for an order. */
export function checkGates(facts: OrderFacts): GateCheck[] {
  return gates.map((gate) => ({
    gate: gate.name,
    denial: (!isSpared(gate, facts) && gate.deny(facts)) || null,
  }));
}

/** The first denial of an order; undefined if it passes. */
export function findDenial(facts: OrderFacts): string | undefined {
  const refused = checkGates(facts).find(({ denial }) => denial !== null);
  return refused && `${refused.gate}: ${refused.denial}`;
}

/**
 * The gates that check a fill again if it opens or increases a position, since things can have changed since the order.
 */
const atFill: readonly FillGate[] = [killSwitchGate, ...fillRiskGates];

/** The first denial of such a fill; undefined if it passes. */
export function findFillDenial(facts: FillFacts): string | undefined {
  for (const gate of atFill) {
    const denial = gate.deny(facts);
    if (denial) return `${gate.name}: ${denial}`;
  }
  return undefined;
}
