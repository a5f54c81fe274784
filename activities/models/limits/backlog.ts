import type { Amounts } from './minute-window.ts';

type Delayed = { tokens: number; until: number };

/** Calls that were sent away and will come again: who is sent away after them is told to come later still. */
export function createBacklog() {
  let delayed: Delayed[] = [];
  return {
    add: (call: Delayed) => void delayed.push(call),
    /** All that has yet to come again. */
    amounts(): Amounts {
      delayed = delayed.filter(({ until }) => until > Date.now());
      const tokens = delayed.reduce((sum, call) => sum + call.tokens, 0);
      return { requests: delayed.length, tokens };
    },
  };
}
