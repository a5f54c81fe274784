import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Expects that nothing of a page stands beyond its sides. */
export async function expectToFit(page: Page, what?: string): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const parts = [document.documentElement, document.querySelector('#main') ?? document.body];
    return parts.filter((part) => part.scrollWidth > part.clientWidth).map(({ id }) => id);
  });
  expect(tooWide, what).toEqual([]);
}
