import { expect, test } from 'vitest';
import { shortSummary } from '../../../api/temporal/summary.ts';

test.each(['chat', 'x'.repeat(200)])('a short summary stays as it is: %s', (text) => {
  expect(shortSummary(text)).toBe(text);
});

test.each(['x', 'ä', '…', '😀'])('a long one of %s is cut between characters', (character) => {
  const short = shortSummary(`a${character.repeat(300)}`);
  expect(short).toMatch(new RegExp(`^a${character}+…$`, 'u'));
  expect(Buffer.byteLength(short)).toBeLessThanOrEqual(203);
});
