import { assert, integer, pre, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newRunId } from '../../../api/base/run-id.ts';

const instant = integer({ min: 0, max: 2 ** 48 });

describe('newRunId', () => {
  it('sorts by the time it was made', () => {
    assert(
      property(instant, instant, (a, b) => {
        pre(a < b);
        expect(newRunId(a) < newRunId(b)).toBe(true);
      }),
    );
  });

  it('is new each time, in characters that are safe in an address', () => {
    const ids = Array.from({ length: 1000 }, () => newRunId(0));
    expect(new Set(ids).size).toBe(1000);
    for (const id of ids) expect(id).toMatch(/^run_[0-9a-hjkmnp-tv-z]{26}$/);
  });
});
