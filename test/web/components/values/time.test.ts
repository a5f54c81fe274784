import { expect, test, vi } from 'vitest';

/** The module as a browser of a language has it. */
async function inLanguage(...languages: string[]) {
  vi.stubGlobal('navigator', { languages });
  vi.resetModules();
  const loaded = await import('../../../../web/src/components/values/time.tsx');
  vi.unstubAllGlobals();
  return loaded;
}

const now = Date.parse('2026-01-05T10:00:00Z');

test.each([
  ['en', '5 min. ago', '4.2 s'],
  ['de-DE', 'vor 5 Min.', '4,2 s'],
  ['fr-FR', 'il y a 5\u00A0min', '4,2 s'],
])('times ago and spans are written as %s has them', async (language, past, span) => {
  const { ago, duration } = await inLanguage(language, 'en');
  expect(ago('2026-01-05T09:55:00Z', now)).toBe(past);
  expect(duration(4_200)).toBe(span);
});
