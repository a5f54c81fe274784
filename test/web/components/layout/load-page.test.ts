import { expect, it } from 'vitest';
import { isPartMissing, loadPage } from '../../../../web/src/components/layout/load-page.ts';

const inChromium = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');

it('gives the page', async () => {
  expect(await loadPage(async () => ({ Page: 1 }))()).toEqual({ Page: 1 });
});

it('fails with an error that no router takes for a reason to load the document again', async () => {
  const error = await loadPage(() => Promise.reject(inChromium))().catch((cause: Error) => cause);
  expect(error).toMatchObject({ message: 'Part of the app could not be loaded. Reload the page.' });
  expect(isPartMissing(error as Error)).toBe(true);
});

it('knows a part that did not come from a page that has failed', () => {
  expect(isPartMissing(inChromium)).toBe(true);
  expect(isPartMissing(new Error('x is undefined'))).toBe(false);
});
