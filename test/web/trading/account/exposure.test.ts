import { expect, test } from 'vitest';
import { hasOneExposure } from '../../../../web/src/trading/account/performance/exposure.ts';

test('gross and net exposure are one where nothing was short', () => {
  const long = { gross: 0.5, net: 0.5 };
  expect(hasOneExposure([long, { gross: 0, net: 0 }])).toBe(true);
  expect(hasOneExposure([long, { gross: 0.5, net: -0.5 }])).toBe(false);
});
