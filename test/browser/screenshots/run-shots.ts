import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { runPage } from '../support/run-page.ts';
import type { Scene } from './scene.ts';
import type { Shot } from './shots.ts';

const ofLink = (link: string) => {
  const { pathname, hash } = new URL(link);
  return pathname + hash;
};

/** Opens what was sent to and received from the model in the first of a run's calls. */
async function openCall(page: Page, view: 'readable' | 'raw'): Promise<void> {
  await page.locator('table a[href^="/requests/"]').first().click();
  await page.waitForURL(/\/requests\/[^?]+/);
  if (view !== 'raw') return;
  await page.getByRole('tab', { name: 'Raw' }).click();
  await page.getByRole('tab', { name: 'Raw', selected: true }).waitFor();
}

/** Saves the run as a file, and opens that. */
async function openSaved(page: Page): Promise<void> {
  const onDesk = page.getByRole('button', { name: 'Save as HTML' });
  const onPhone = page.getByRole('button', { name: 'Share or save this run' });
  const saved = page.waitForEvent('download');
  if (await onDesk.isVisible()) await onDesk.click();
  else {
    await onPhone.click();
    await page.getByRole('menuitem', { name: 'Save as HTML' }).click();
  }
  await page.setContent(await readFile(await (await saved).path(), 'utf8'));
}

const type = (text: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await page.getByRole('option').first().waitFor();
};

const at = (name: keyof Scene['runs'], search = '') => ({
  path: ({ runs }: Scene) => `/runs/${(runs[name] as { id: string }).id}${search}`,
});

/** Pictures of runs, of what they cost and tell, and of the ways to them. */
export const runShots: Record<string, Shot> = {
  'home-first': { path: () => '/', of: 'new' },
  'queued-runs': {
    path: () => '/runs',
    of: 'queued',
    prepare: (page) => page.getByText('Queued behind 2').first().waitFor(),
  },
  'queued-run': {
    path: () => '/runs',
    of: 'queued',
    async prepare(page) {
      await page
        .getByText(/^Queued behind/)
        .first()
        .waitFor();
      await page.getByRole('link', { name: 'Morning note' }).first().click();
      await page.getByText(/has reached its rate limit/).waitFor();
      // On a phone there is a story in its place.
      await page.locator('.react-flow__node, main li').first().waitFor();
    },
  },
  'nav-collapsed': {
    path: () => '/runs',
    only: 'desk',
    prepare: (page) => page.getByRole('button', { name: 'Collapse navigation' }).click(),
  },
  'nav-low': {
    path: () => '/runs',
    only: 'desk',
    prepare: (page) => page.setViewportSize({ width: 1440, height: 620 }),
  },
  'palette-found': { path: () => '/runs', only: 'desk', prepare: type('approv') },
  'palette-phone': {
    path: () => '/runs',
    only: 'phone',
    async prepare(page) {
      await page.getByRole('button', { name: 'Search' }).click();
      await page.keyboard.type('review');
      await page.getByRole('option').first().waitFor();
    },
  },
  'run-changed': at('changed'),
  'run-changed-moment': at('changed', '?t=2500'),
  'run-outputs': { ...at('outputs'), isWhole: true },
  'run-table': at('outputs', '?at=positions'),
  'run-chart': at('outputs', '?at=curve'),
  'run-json': at('outputs', '?at=settings'),
  'run-error': at('broken', '?at=price'),
  'run-timeline': { ...at('changed', '?view=timeline'), only: 'phone' },
  'run-canvas': { ...at('changed', '?view=canvas'), only: 'phone' },
  'run-share': {
    ...at('changed'),
    async prepare(page) {
      const onPhone = page.getByRole('button', { name: 'Share or save this run' });
      if (await onPhone.isVisible()) {
        await onPhone.click();
        await page.getByRole('menuitem', { name: 'Share' }).click();
      } else await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('button', { name: 'Create link' }).click();
      await page.getByLabel('Link', { exact: true }).waitFor();
    },
  },
  'run-saved': { ...at('changed'), prepare: openSaved },
  'run-saved-outputs': { ...at('outputs'), prepare: openSaved, isWhole: true },
  shared: { path: ({ runs }) => ofLink(runs.links.changed) },
  'shared-whole': { path: ({ runs }) => ofLink(runs.links.changed), isWhole: true },
  'shared-outputs': { path: ({ runs }) => ofLink(runs.links.outputs), isWhole: true },
  'shared-failed': { path: ({ runs }) => ofLink(runs.links.broken), isWhole: true },
  'shared-closed': { path: () => '/shared#nothing' },
  compare: {
    path: ({ runs }) => `/runs/compare?one=${runs.changed.id}&other=${runs.rejected.id}`,
    isWhole: true,
  },
  call: {
    path: ({ runs }) => `/requests?run=${runs.changed.id}`,
    prepare: (page) => openCall(page, 'readable'),
    isWhole: true,
  },
  'call-raw': {
    path: ({ runs }) => `/requests?run=${runs.changed.id}`,
    prepare: (page) => openCall(page, 'raw'),
  },
  'run-step': {
    ...at('changed', '?at=research'),
    async prepare(page) {
      await runPage(page).details.getByRole('tab', { name: 'Conversation' }).click();
    },
  },
  'costs-whole': { path: () => '/costs', isWhole: true },
  'costs-agent': { path: () => '/costs?by=agent' },
  'costs-alert': {
    path: () => '/costs',
    prepare: (page) => page.getByRole('button', { name: 'New alert' }).click(),
  },
  'notifications-group': {
    path: () => '/notifications?all=true',
    async prepare(page) {
      await page
        .getByRole('button', { name: /^Show all/ })
        .first()
        .click();
    },
  },
};
