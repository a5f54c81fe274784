import { expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { ownName } from './support/own.ts';
import { openAs } from './support/people.ts';

const { ask } = api;

describeInBrowser('the access pages', () => {
  it('create a key, which works until it is revoked', async () => {
    const name = ownName('nightly');
    const page = await openSignedIn('/access');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('checkbox', { name: 'viewer' }).check();
    await dialog.getByLabel('Expires').selectOption('In 30 days');
    await expectAccessible(page, 'the dialog');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const created = page.getByRole('dialog', { name: `Key ${name} created` });
    const key = await created.getByRole('group', { name: 'API key' }).innerText();
    await expectAccessible(page, 'the key');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await created.getByRole('button', { name: 'Copy key' }).click();
    await page.getByText('Copied the key').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
    await created.getByRole('button', { name: 'Done' }).click();

    const me = () =>
      fetch(new URL('/api/v1/me', page.url()), { headers: { authorization: `Bearer ${key}` } });
    const answer = await me();
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ roles: ['viewer'], rights: ['read'] });

    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByRole('cell', { name: 'in 30 days', exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);
    await row.getByRole('button', { name: `Revoke: ${name}` }).click();
    const question = page.getByRole('dialog', { name: `Revoke ${name}?` });
    await question.getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    expect((await me()).status).toBe(401);
  });

  it('say which keys cannot approve, and what a name lacks', async () => {
    const user = ownName('ann');
    await ask('PUT', `/api/v1/users/${user}`, { roles: ['approver'] });
    const page = await openSignedIn('/access');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create API key' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByLabel('Name').and(page.locator('[aria-invalid="true"]')).waitFor();
    await dialog.getByLabel('Name').fill(user);
    await dialog.getByLabel('User').fill(user);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row', { name: new RegExp(user) });
    await row.getByText('Created by operator: cannot approve').waitFor();
  });

  it('end the session of another browser', async () => {
    const other = await openSignedIn('/runs');
    const page = await openSignedIn('/access/sessions');
    await page.getByText('this browser').waitFor();
    const rows = page.getByRole('row', { name: /local/ });
    const before = await rows.count();
    // The latest but ours.
    await rows
      .filter({ hasNotText: 'this browser' })
      .first()
      .getByRole('button', { name: 'End the session of local' })
      .click();
    await page.getByRole('button', { name: 'End session', exact: true }).click();
    await expect.poll(() => rows.count()).toBe(before - 1);
    await expectAccessible(page, 'the sessions');
    await other.reload();
    await other.waitForURL(/\/sign-in/);
  });

  it('narrow the access log down by kind and person, and give it as a file', async () => {
    const user = ownName('bea');
    await ask('PUT', `/api/v1/users/${user}`, { roles: ['viewer'] });
    await ask('POST', '/api/v1/keys', { name: user, user });
    const page = await openSignedIn('/access/log');
    await page.getByRole('searchbox', { name: 'Person' }).fill(user);
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel('Event', { exact: true }).selectOption('Key created');
    await expect.poll(() => rows.count()).toBe(1);
    expect(new URL(page.url()).search).toBe(`?action=key.created&person=${user}`);
    await expectAccessible(page, 'the log');
    const loading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download JSON lines' }).click();
    expect((await loading).suggestedFilename()).toBe('access-log.jsonl');
  });

  it('show on a phone what a key may do, and what an event was about', async () => {
    const name = ownName('phone');
    const { id } = await ask<{ id: string }>('POST', '/api/v1/keys', {
      name,
      roles: ['viewer'],
      tools: ['calculate'],
      expiresInDays: 30,
    });
    const page = await openSignedIn('/access', phone);
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByText('Roles: viewer · Tools: calculate · Expires: in 30 days').waitFor();
    await page.goto('/access/log?action=key.created');
    await page.getByText(id).locator('visible=true').first().waitFor();
    await expectToFit(page);
  });

  it.each(['/access', '/access/sessions', '/access/log'])('fit a phone: %s', async (path) => {
    const page = await openSignedIn(path, { ...phone, colorScheme: 'dark' });
    await page.getByRole('row').first().or(page.getByText('No API keys yet')).waitFor();
    await expectToFit(page);
    await expectAccessible(page, `${path} in the dark`);
  });
});

describeInBrowser('a viewer', () => {
  it('finds what they may not do disabled, with the roles that may', async () => {
    const page = await openAs(ownName('vic'), ['viewer']);
    const document = {
      name: 'wait-a-while',
      nodes: [{ id: 'pause', kind: 'wait', for: '1h' }],
      output: 'done',
    };
    const { id } = await ask<RunView>('POST', '/api/v1/runs', { document, input: {} });
    for (const [path, name, roles] of [
      ['/pipelines', 'Import', 'author'],
      ['/pipelines/research-to-trading/edit', 'Save', 'author'],
      ['/pipelines/research-to-trading', 'Start run', 'operator'],
      ['/agents', 'New agent', 'author'],
      ['/tools/calculate', 'Call tool', 'operator'],
      ['/costs', 'New budget', 'admin'],
      ['/watchlist', 'Follow', 'operator'],
      ['/account', 'New order', 'operator'],
      ['/account/gates', 'Edit gates', 'operator'],
      [`/runs/${id}`, 'Cancel run', 'operator'],
    ] as const) {
      await page.goto(path);
      const button = page.getByRole('button', { name, exact: true }).first();
      const reason = async () => (await button.getAttribute('title')) ?? '';
      await expect.poll(reason, { message: `${path}: ${name}` }).toContain(roles);
      expect(await button.isDisabled(), path).toBe(true);
    }
    await ask('POST', `/api/v1/runs/${id}/cancel`);
  });
});
