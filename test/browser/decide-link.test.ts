import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { approvalLinkRepository } from '../../db/repositories/runs/approval-links.ts';
import { createApi } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { describeInBrowser, openPage } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { startOwnBaton } from './support/own-baton.ts';
import type { OwnBaton } from './support/own-baton.ts';

const order = { symbol: 'SPX', side: 'buy', quantity: 2, type: 'market', referencePrice: 100 };
const document = {
  name: 'buy-shares',
  title: 'Buy shares',
  nodes: [
    {
      id: 'confirm',
      kind: 'approval',
      title: 'Buy 2 SPX?',
      show: { reason: 'The trend is up.', confidence: 0.8 },
      tool: 'create_paper_order',
      args: order,
      approvers: ['ann', 'ben'],
    },
  ],
  edges: [],
};

describeInBrowser('the page of a link that decides', () => {
  let baton: OwnBaton;
  let api: ReturnType<typeof createApi>;

  beforeAll(async () => {
    baton = await startOwnBaton();
    api = createApi(baton);
    for (const name of ['ann', 'ben']) {
      await api.ask('PUT', `/api/v1/users/${name}`, { roles: ['approver'] });
    }
  });
  afterAll(() => baton?.stop());

  /** A run that waits, with a link for each of some people. */
  async function waiting(...users: string[]) {
    const { id } = await api.ask<RunView>('POST', '/api/v1/runs', { document });
    await api.untilStatus(id, 'waiting');
    const links = approvalLinkRepository(baton.db);
    const expiresAt = new Date(Date.now() + 60_000);
    const link = (user: string, until = expiresAt) =>
      links.create({ approvalId: `${id}.confirm`, user, channel: 'email', expiresAt: until });
    return { id, tokens: await Promise.all(users.map((user) => link(user))), link };
  }

  async function open(token: string, options = {}): Promise<Page> {
    const page = await openPage(options);
    await page.goto(`${baton.url}/decide?token=${token}`);
    return page;
  }

  const pair = (page: Page, label: string) =>
    page.locator(`dt:text-is("${label}") + dd`).textContent();

  it('shows all that is decided on, light and dark, at a desk and on a phone', async () => {
    const { tokens } = await waiting('ann');
    for (const [name, options] of Object.entries({
      light: { colorScheme: 'light' },
      dark: { colorScheme: 'dark' },
      'light, on a phone': { ...phone, colorScheme: 'light' },
      'dark, on a phone': { ...phone, colorScheme: 'dark' },
    })) {
      const page = await open(tokens[0]!, options);
      await page.getByRole('heading', { name: 'Buy 2 SPX?' }).waitFor();
      expect(await pair(page, 'Quantity')).toBe('2');
      expect(await pair(page, 'Reason')).toBe('The trend is up.');
      expect(await pair(page, 'Asks')).toBe('Buy shares (buy-shares), at confirm');
      expect(await pair(page, 'Started by')).toContain('operator');
      expect(await pair(page, 'You decide as')).toBe('ann');
      expect(await pair(page, 'Open until')).toMatch(/UTC$/);
      expect(await pair(page, 'If you approve')).toContain('create_paper_order is called');
      await page.getByText('Paper account: no real money moves.').waitFor();
      await expectAccessible(page, name);
      await expectToFit(page);
    }
  });

  it('says what was decided, and then that the link was used', async () => {
    const { id, tokens } = await waiting('ann', 'ben');
    const page = await open(tokens[0]!, phone);
    await page.getByLabel('Comment (optional)').fill('Fine by me');
    await page.getByRole('button', { name: 'Approve as ann' }).click();
    await page.getByRole('heading', { name: 'You approved this' }).waitFor();
    expect(await pair(page, 'Decided by')).toBe('ann');
    expect(await pair(page, 'Comment')).toBe('Fine by me');
    await expectAccessible(page);
    await expectToFit(page);
    await api.untilStatus(id, 'completed');
    const again = await open(tokens[0]!);
    const alert = again.getByRole('alert');
    expect(await alert.textContent()).toContain('Approved by ann on');
    expect(await alert.textContent()).toContain('“Fine by me”. This link works once.');
    expect(await again.getByRole('button').count()).toBe(0);
    const other = await open(tokens[1]!);
    expect(await other.getByRole('alert').textContent()).toContain('Fine by me');
    await expectAccessible(other);
  });

  it('says what a rejection does', async () => {
    const { id, tokens } = await waiting('ben');
    const page = await open(tokens[0]!);
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByRole('heading', { name: 'You rejected this' }).waitFor();
    await api.untilStatus(id, 'completed');
  });

  it('says that it has expired, that the run has ended, and that there is no such link', async () => {
    const { id, tokens, link } = await waiting('ann');
    const expired = await open(await link('ann', new Date(Date.now() - 1)));
    expect(await expired.getByRole('alert').textContent()).toContain('This link has expired');
    await api.ask('POST', `/api/v1/runs/${id}/cancel`, {});
    await api.untilStatus(id, 'cancelled');
    const ended = await open(tokens[0]!);
    expect(await ended.getByRole('alert').textContent()).toContain(
      'The run has ended: it was cancelled.',
    );
    expect(await ended.getByRole('button').count()).toBe(0);
    const none = await open('made-up');
    await none.getByRole('heading', { name: 'This link leads nowhere' }).waitFor();
  });
});
