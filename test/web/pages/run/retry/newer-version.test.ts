import { expect, test } from 'vitest';
import { isOfOldText, newerVersion } from '../../../../../web/src/pages/run/retry/newer-version.ts';

const document = { name: 'sum', nodes: [], edges: [] };
const run = { createdAt: '2026-11-27T12:00:00Z', document } as unknown as Parameters<
  typeof newerVersion
>[0];
const version = (number: number, savedAt: string, current: boolean) => ({
  number,
  savedAt,
  current,
});
const later = [version(2, '2026-11-27T12:01:00Z', true), version(1, '2026-11-27T11:00:00Z', false)];
const mended = { ...document, title: 'Mended' };

test('a version that was saved after the run began is newer', () => {
  expect(newerVersion(run, mended, later)).toBe(later[0]);
});

test.each([
  ['was there when the run began', mended, [version(2, '2026-11-27T11:59:00Z', true)]],
  ['is not live', mended, later.map((each) => ({ ...each, current: !each.current }))],
  ['differs in its layout alone', { ...document, layout: { a: { x: 1, y: 1 } } }, later],
])('a version that %s is not newer', (_what, live, versions) => {
  expect(newerVersion(run, live, versions)).toBeUndefined();
});

test('a version that was saved again has not the newest number', () => {
  const again = version(1, '2026-11-27T12:02:00Z', true);
  const other = version(2, '2026-11-27T12:01:00Z', false);
  expect(isOfOldText(again, [again, other])).toBe(true);
  expect(isOfOldText(later[0]!, later)).toBe(false);
});
