import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Expects that axe finds nothing on a page; what it finds is named with its place and what to do.
 * @param what names the page where a test looks at several.
 */
export async function expectAccessible(page: Page, what?: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${help} — ${target.join(' ')}\n${failureSummary}`,
    ),
  );
  expect(found, what).toEqual([]);
}
