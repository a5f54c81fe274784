import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dayIn,
  dayOfEnd,
  startOfDay,
} from '../../../../../activities/trading/exchange/day/days.ts';

const hourMs = 3_600_000;
const begins = (timeZone: string, time: string) =>
  new Date(startOfDay(timeZone, Date.parse(time))).toISOString();

describe('the day of an account', () => {
  test('is that of its time zone, in winter and in summer', () => {
    expect(dayIn('UTC', '2020-01-07T03:00:00.000Z')).toBe('2020-01-07');
    expect(dayIn('America/New_York', '2020-01-07T04:59:00.000Z')).toBe('2020-01-06');
    expect(dayIn('America/New_York', '2020-01-07T05:00:00.000Z')).toBe('2020-01-07');
    expect(dayIn('America/New_York', '2020-07-07T04:00:00.000Z')).toBe('2020-07-07');
    expect(dayIn('Asia/Tokyo', '2020-01-06T15:00:00.000Z')).toBe('2020-01-07');
  });

  test('holds the bar that ends with it', () => {
    expect(dayOfEnd('UTC', '2020-01-07T00:00:00.000Z')).toBe('2020-01-06');
    expect(dayOfEnd('UTC', '2020-01-07T00:01:00.000Z')).toBe('2020-01-07');
  });

  test.each([
    ['UTC', '2020-01-07T03:00:00.000Z', '2020-01-07T00:00:00.000Z'],
    ['America/New_York', '2020-01-07T15:00:00.000Z', '2020-01-07T05:00:00.000Z'],
    ['America/New_York', '2020-07-07T15:00:00.000Z', '2020-07-07T04:00:00.000Z'],
    // The day on which clocks are set forward, and the one on which they are set back.
    ['America/New_York', '2020-03-08T20:00:00.000Z', '2020-03-08T05:00:00.000Z'],
    ['America/New_York', '2020-11-02T04:59:00.000Z', '2020-11-01T04:00:00.000Z'],
    ['Asia/Kathmandu', '2020-01-07T03:00:00.000Z', '2020-01-06T18:15:00.000Z'],
    // Here midnight itself is left out.
    ['Asia/Beirut', '2021-03-28T12:00:00.000Z', '2021-03-27T22:00:00.000Z'],
    ['UTC', '2020-01-07T00:00:00.000Z', '2020-01-07T00:00:00.000Z'],
  ])('in %s, of %s, begins at %s', (timeZone, time, start) => {
    expect(begins(timeZone, time)).toBe(start);
  });

  test('begins with its first minute, wherever it is', () => {
    const anyTime = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
      .map((date) => date.getTime());
    const anyZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    fc.assert(
      fc.property(anyZone, anyTime, (timeZone, time) => {
        const start = startOfDay(timeZone, time);
        expect(start).toBeLessThanOrEqual(time);
        expect(time - start).toBeLessThan(26 * hourMs);
        expect(dayIn(timeZone, start)).toBe(dayIn(timeZone, time));
        expect(dayIn(timeZone, start - 1)).not.toBe(dayIn(timeZone, time));
      }),
    );
  });
});
