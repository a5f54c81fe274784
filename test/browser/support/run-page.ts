import type { Locator, Page } from 'playwright-core';

/** The parts of the page of a run, as a person finds them. */
export function runPage(page: Page) {
  const details = page.getByRole('complementary', { name: 'Details' });
  const timeline = page.getByRole('tree', { name: 'Steps of the run' });
  return {
    details,
    timeline,
    /** How the run stands, at its top. */
    status: page.locator('header').getByRole('status'),
    node: (id: string): Locator => page.locator(`.react-flow__node[data-id="${id}"]`),
    /** The card of a node that stands in some way, also where the canvas is so far away that its foot does not show. */
    nodeThatIs: (id: string, status: string): Locator =>
      page.locator(`.react-flow__node[data-id="${id}"][aria-label$=", ${status}"]`),
    /** A line of the timeline. */
    line: (name: string | RegExp): Locator => timeline.getByRole('treeitem', { name }),
  };
}
