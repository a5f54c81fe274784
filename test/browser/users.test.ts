import { afterEach, expect, it } from 'vitest';
import type { UserView } from '../../contracts/api/index.ts';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';

const { ask } = api;
const name = 'user-of-the-browser-tests';
const path = `/api/v1/users/${name}`;

/** Back to the default. */
afterEach(() => ask('PUT', path, {}));

describeInBrowser('the users', () => {
  it('are found by the palette, and what each may do is set in a dialog', async () => {
    const page = await openSignedIn('/runs');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('users');
    await page.getByRole('option', { name: 'Users', exact: true }).click();
    await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
    await page.getByRole('row', { name: /^local/ }).waitFor();
    await page.getByRole('button', { name: 'Add user settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add user settings' });
    await dialog.getByLabel('User').fill(name);
    await dialog.getByRole('checkbox', { name: 'approver' }).check();
    await dialog.getByLabel('Plan').selectOption('pro');
    await dialog.getByRole('checkbox', { name: 'http_post' }).check();
    await expectAccessible(page, 'the dialog');
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByText('Pro', { exact: true }).waitFor();
    await row.getByText('approver').waitFor();
    await row.getByText('All, except http_post').waitFor();
    await expectAccessible(page, 'the users');
    expect(await ask<UserView>('GET', path)).toMatchObject({
      roles: ['approver'],
      // Whoever gets a first role begins with what is not set as off.
      own: { plan: 'pro', aiTrading: false, allowedTools: null, deniedTools: ['http_post'] },
    });
  });

  it('let agents trade or not, which is asked about and leaves the rest as it was', async () => {
    await ask('PUT', path, { plan: 'free', deniedTools: ['http_get'] });
    const page = await openSignedIn('/users');
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByRole('button', { name: `Edit: ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Settings of ${name}` });
    await dialog.getByLabel('AI trading').selectOption('off');
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    const question = page.getByRole('dialog', { name: `Stop AI trading for ${name}?` });
    await expectAccessible(page, 'the question');
    expect(await ask<UserView>('GET', path)).toMatchObject({ own: { aiTrading: null } });
    await question.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await question.getByRole('button', { name: 'Stop trading' }).click();
    await row.getByText('Off').waitFor();
    expect(await ask<UserView>('GET', path)).toMatchObject({
      aiTrading: false,
      own: { plan: 'free', aiTrading: false, deniedTools: ['http_get'] },
    });
  });

  it('that are set already are not replaced by a new setting', async () => {
    await ask('PUT', path, { plan: 'premium' });
    const page = await openSignedIn('/users');
    await page.getByRole('button', { name: 'Add user settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add user settings' });
    await dialog.getByLabel('User').fill(name);
    await dialog.getByText('this user already has settings').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.method()));
    await dialog.getByRole('button', { name: 'Save settings' }).click();
    await dialog.getByText('this user already has settings').waitFor();
    expect(await ask<UserView>('GET', path)).toMatchObject({ own: { plan: 'premium' } });
    expect(sent).not.toContain('PATCH');
  });

  it('fit a phone', async () => {
    await ask('PUT', path, { plan: 'premium', aiTrading: false });
    const page = await openSignedIn('/users', { ...phone, colorScheme: 'dark' });
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.waitFor();
    await expectToFit(page);
    await row.getByRole('button', { name: `Edit: ${name}` }).click();
    await page.getByRole('dialog', { name: `Settings of ${name}` }).waitFor();
    await expectToFit(page, 'the dialog');
    await expectAccessible(page, 'the dialog in the dark');
  });
});
