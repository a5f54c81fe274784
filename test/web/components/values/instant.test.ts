import { expect, it } from 'vitest';
import {
  fullTime,
  shortTime,
  timeOfDay,
  zonedTime,
} from '../../../../web/src/components/values/instant.ts';

const at = new Date(2026, 10, 28, 10, 32, 5);

it('writes a time in one form, with its day unless that is today', () => {
  const full = fullTime(at);
  expect(full).toContain('2026');
  expect(full).toContain(timeOfDay(at));
  expect(fullTime(at.toISOString())).toBe(full);
  expect(zonedTime(at).startsWith(full)).toBe(true);
  expect(shortTime(at, at)).toBe(timeOfDay(at));
  expect(shortTime(at, new Date(2026, 10, 29))).toBe(full);
});
