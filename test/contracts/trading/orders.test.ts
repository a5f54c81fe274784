import { describe, expect, it } from 'vitest';
import {
  canBecome,
  isFinal,
  isWorking,
  orderStatuses,
  orderTransitions,
} from '../../../contracts/trading/orders.ts';
import type { OrderStatus } from '../../../contracts/trading/orders.ts';

/** Every status that can follow, directly or not. */
function reachable(from: OrderStatus, seen = new Set<OrderStatus>()): Set<OrderStatus> {
  for (const next of orderTransitions[from]) {
    if (seen.has(next)) continue;
    seen.add(next);
    reachable(next, seen);
  }
  return seen;
}

describe('the states of an order', () => {
  it('all come from one that is submitted', () => {
    expect([...reachable('submitted'), 'submitted'].toSorted()).toEqual(
      [...orderStatuses].toSorted(),
    );
  });

  it('end: from each that is not final a final one can be reached', () => {
    for (const status of orderStatuses) {
      if (isFinal(status)) continue;
      expect([...reachable(status)].some(isFinal)).toBe(true);
    }
  });

  it('are final where an order is filled, or will never be', () => {
    expect(orderStatuses.filter(isFinal)).toEqual(['filled', 'denied', 'canceled', 'expired']);
  });

  it('let a fill follow on a cancel that was only asked for, but not on a cancel', () => {
    expect(canBecome('pending_cancel', 'filled')).toBe(true);
    expect(canBecome('canceled', 'filled')).toBe(false);
  });

  it('work exactly where a fill can follow next', () => {
    for (const status of orderStatuses) {
      expect(isWorking(status)).toBe(canBecome(status, 'filled'));
    }
  });

  it('never pass the checks by: only what was accepted works', () => {
    expect(orderTransitions.submitted.filter(isWorking)).toEqual(['accepted']);
  });
});
