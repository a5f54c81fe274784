import type { FillGate, Gate } from './gate.ts';

export const killSwitchGate: FillGate = {
  name: 'kill switch',
  sparesReducing: true,
  deny: ({ killSwitch }) =>
    killSwitch &&
    'trading is stopped for the whole account, and orders can only reduce positions; a person can resume it under “Gates and kill switch” of the account',
};

/** Gates for whether anything can be traded. */
export const switchGates: readonly Gate[] = [
  killSwitchGate,
  {
    name: 'reconciliation',
    deny: ({ mismatch }) =>
      mismatch !== null &&
      `the account's records do not match its events, so trading is stopped: ${mismatch}`,
  },
  {
    name: 'allowed symbols',
    sparesReducing: true,
    deny: ({ order: { symbol }, settings: { symbols } }) =>
      symbols !== null &&
      !symbols.includes(symbol) &&
      `${symbol} is not an allowed symbol. Allowed: ${symbols.join(', ')}`,
  },
];
