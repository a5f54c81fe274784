import { expect, it } from 'vitest';
import { valueLine } from '../../../../web/src/components/values/value-line.ts';

it('says a value in words, in one line', () => {
  expect(
    valueLine({
      symbol: 'SPX',
      stop_loss: 1400.123456,
      reduceOnly: false,
      account: null,
      roles: ['viewer', 'admin'],
      oco: [{ type: 'stop' }],
      gates: { a: 1 },
    }),
  ).toBe(
    'Symbol: SPX · Stop loss: 1,400.1235 · Reduce only: no · Roles: viewer, admin · Oco: 1 item · Gates: 1 field',
  );
  expect(valueLine({})).toBe('nothing');
});
