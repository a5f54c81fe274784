import axe from 'axe-core';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/**
 * Expects that axe finds nothing on a page; what it finds is named with its place and what to do. It runs in the
 * page itself, which has no frames: as the adapters for browsers go about it, it takes ten times as long.
 * @param what names the page where a test looks at several.
 */
export async function expectAccessible(page: Page, what?: string): Promise<void> {
  expect(await faultsOf(page, {}), what).toEqual([]);
}

/** Expects the same of a page in light and dark, between which nothing but colours differs. */
export async function expectAccessibleInBothSchemes(page: Page, what: string): Promise<void> {
  await expectAccessible(page, `${what}, light`);
  await page.evaluate(withoutTransitions);
  await page.emulateMedia({ colorScheme: 'dark' });
  const faults = await faultsOf(page, { runOnly: rulesOfColours });
  await page.emulateMedia({ colorScheme: 'light' });
  expect(faults, `${what}, dark`).toEqual([]);
}

/** Has colours change at once, also in parts that take theirs from parts that pass over to them. */
function withoutTransitions(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { transition-property: none !important }');
  document.adoptedStyleSheets = [sheet];
}

async function faultsOf(page: Page, options: RunOptions): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] });
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${asked})`);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help} — ${target.join(' ')}\n${failureSummary}`,
    ),
  );
}
