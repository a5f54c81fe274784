import { expect, test } from 'vitest';
import { retryAfterMs } from '../../../../../activities/models/providers/errors/retry-after.ts';

const now = Date.parse('2026-01-01T00:00:00Z');

test.each([
  [{}, undefined],
  [{ 'retry-after': '2' }, 2000],
  [{ 'retry-after': '0.5' }, 500],
  [{ 'retry-after-ms': '250' }, 250],
  [{ 'retry-after-ms': 'soon', 'retry-after': '2' }, 2000],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:10 GMT' }, 10_000],
  [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': 'Infinity' }, undefined],
  [{ 'retry-after-ms': '1e999', 'retry-after': '2' }, 2000],
  [{ 'retry-after': '86400' }, 600_000],
  [{ 'retry-after': '1e20' }, 600_000],
  [{ 'retry-after-ms': '1e20' }, 600_000],
  [{ 'retry-after': 'Fri, 01 Jan 9999 00:00:00 GMT' }, 600_000],
])('%o asks for %s ms', (headers, expected) => {
  expect(retryAfterMs(new Headers(headers as Record<string, string>), now)).toBe(expected);
});
