import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NotificationView, RunView } from '../../contracts/api/index.ts';
import { startUpstream } from '../api/gateway/support/upstream.ts';
import type { Upstream } from '../api/gateway/support/upstream.ts';
import { createApi } from './support/api.ts';
import type { Api } from './support/api.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { startOwnBaton } from './support/own-baton.ts';
import type { OwnBaton } from './support/own-baton.ts';
import { ownName } from './support/own.ts';

const { ask, untilStatus } = api;

describeInBrowser('notifications', () => {
  /** Gives a task, and waits for its end, of which there is a notification. */
  async function endTask(task: string, user = 'local'): Promise<void> {
    const { id } = await ask<RunView>('POST', '/api/v1/tasks', { agent: 'research', task, user });
    await untilStatus(id, 'completed');
  }

  /** Runs what fails, of which there is a notification. */
  async function fail(title: string): Promise<void> {
    const document = {
      name: 'broken',
      title,
      nodes: [
        { id: 'first', kind: 'transform', value: { sum: 2 } },
        { id: 'second', kind: 'transform', value: '{{ nodes.first.output.missing + 1 }}' },
      ],
      edges: [{ from: 'first', to: 'second' }],
    };
    const { id } = await ask<RunView>('POST', '/api/v1/runs', { document, user: 'local' });
    await untilStatus(id, 'failed');
  }

  it('of failures are counted at the bell as they come, and until they are read', async () => {
    await ask('POST', '/api/v1/notifications/read');
    const calm = ownName('Analyse SPX for the bell');
    await endTask(calm);
    await fail(ownName('First'));
    const page = await openSignedIn('/notifications?unread=true');
    await page.getByRole('link', { name: 'Notifications 1 unread' }).waitFor();
    await expectAccessibleInBothSchemes(page, 'the notifications');
    const again = ownName('Second');
    await fail(again);
    await page.getByRole('link', { name: 'Notifications 2 unread' }).waitFor();
    await page.getByText(again).waitFor();
    expect(await page.getByText(calm).count()).toBe(0);
    await page.getByLabel('Completed runs too').check();
    await page.getByText(calm).waitFor();
    await page.getByLabel('Completed runs too').uncheck();
    await page
      .getByRole('button', { name: /^Mark as read/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Notifications 1 unread' }).waitFor();
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await page.getByText('No unread notifications').waitFor();
  });

  it('of the same are one, which shows them and marks all of them as read', async () => {
    await ask('POST', '/api/v1/notifications/read');
    const title = ownName('Often');
    for (const _ of [1, 2, 3]) await fail(title);
    const page = await openSignedIn('/notifications');
    const group = page.getByRole('region', { name: `3 runs of ${title} failed` });
    await group.waitFor();
    await page.getByRole('link', { name: 'Notifications 3 unread' }).waitFor();
    await expectAccessibleInBothSchemes(page, 'a group of notifications');
    await group.getByRole('button', { name: /^Show all/ }).click();
    await expect.poll(() => group.getByRole('article').count()).toBe(3);
    // Whoever opens a run has read what they were told of it.
    await group.getByRole('article').first().getByRole('link').first().click();
    await page.getByRole('link', { name: 'Notifications 2 unread' }).waitFor();
    await page.goBack();
    await group.getByRole('button', { name: `Mark as read: 3 runs of ${title} failed` }).click();
    await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
  });

  it('have their filters in one row on a phone', async () => {
    const page = await openSignedIn('/notifications', phone);
    const places = await Promise.all(
      [page.getByLabel('Unread only'), page.getByRole('button', { name: 'Settings' })].map((part) =>
        part.boundingBox(),
      ),
    );
    const middles = places.map((box) => Math.round(box!.y + box!.height / 2));
    expect(Math.abs(middles[0]! - middles[1]!)).toBeLessThanOrEqual(2);
    await expectToFit(page);
  });

  it('are also sent to the channels of a user, and show the outcome', async () => {
    const page = await openSignedIn('/notifications?all=true');
    await page.getByRole('button', { name: 'Settings' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('User').fill('grace');
    await dialog.getByLabel('User').press('Enter');
    await dialog.getByLabel('Webhook').fill('not an address');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('not an http(s) URL').waitFor();
    expect(await dialog.getByLabel('Webhook').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByText('set BATON_WEBHOOK_SECRET').waitFor();
    await dialog.getByText('set BATON_SMTP_URL').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Webhook').fill('http://192.168.1.5/baton');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('192.168.1.5 is not a public address; use').waitFor();
    expect(await dialog.getByLabel('Webhook').getAttribute('aria-invalid')).toBe('true');
    await dialog.getByLabel('Webhook').fill('https://hooks.example.com/baton');
    await dialog.getByLabel('Email').fill('grace@example.com');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });

    const task = ownName('Analyse SPX for Grace');
    await endTask(task, 'grace');
    const told = page.getByRole('article').filter({ hasText: task });
    await told.getByText('Webhooks need a secret').waitFor();
    await told.getByText('Email needs a mail server').waitFor();
    expect(await told.getByText('not delivered yet, Baton will retry').count()).toBe(2);
    expect(await told.getByRole('button', { name: /^Resend/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Settings' }).click();
    await dialog.getByLabel('User').fill('grace');
    await dialog.getByLabel('User').press('Enter');
    await dialog.getByText('Last delivery to grace@example.com: not delivered yet').waitFor();
    expect(await dialog.getByLabel('Email').inputValue()).toBe('grace@example.com');
    await expectAccessible(page);
  });
});

describeInBrowser('a notification that was given up', () => {
  let receiver: Upstream;
  let baton: OwnBaton;
  let own: Api;
  const answer = (status: number) => receiver.script(() => ({ status, body: {} }));
  beforeAll(async () => {
    receiver = await startUpstream();
    baton = await startOwnBaton({
      BATON_WEBHOOK_SECRET: 'a-secret-of-the-tests',
      BATON_WEBHOOK_HOSTS: '127.0.0.1',
    });
    own = createApi(baton);
    const settings = { webhook: `${receiver.url}/hook` };
    await own.ask('PUT', '/api/v1/notifications/settings', settings);
  });
  afterAll(async () => {
    await baton?.stop();
    await receiver?.close();
  });

  it('is sent again, and says so where it is on its way already', async () => {
    answer(410);
    const task = { agent: 'research', task: ownName('Analyse SPX for the hook') };
    const { id: runId } = await own.ask<RunView>('POST', '/api/v1/tasks', task);
    await own.untilStatus(runId, 'completed');
    const page = await openSignedIn('/notifications?all=true', {}, baton);
    const told = page.getByRole('article').filter({ hasText: task.task });
    await told.getByText('The receiver answered 410.').waitFor();
    const again = told.getByRole('button', { name: /^Resend: .*, webhook$/ });
    await again.waitFor();
    await expectAccessible(page);

    answer(503);
    type List = { items: NotificationView[] };
    const { items } = await own.ask<List>('GET', '/api/v1/notifications');
    const { id } = items.find((one) => one.runId === runId)!;
    const path = `/api/v1/notifications/${encodeURIComponent(id)}/deliveries/webhook/retry`;
    // Somebody else was first, before the page could know.
    await page.route(`**${path}`, async (route) => {
      await own.ask('POST', path);
      await route.continue();
    });
    await again.click();
    await page.getByText(/is still pending; Baton retries it automatically/).waitFor();
    await told.getByText('The receiver answered 503.').waitFor();
    await told.getByText('not delivered yet, Baton will retry').waitFor();
    expect(await again.count()).toBe(0);

    answer(410);
    await again.waitFor();
    await page.unroute(`**${path}`);
    answer(200);
    await again.click();
    await told.getByText('delivered', { exact: true }).waitFor();
    expect(receiver.asked).toHaveLength(1);
  });
});
