import { expect, it } from 'vitest';
import { api, describeInBrowser, openPage, openSignedIn, signInKey } from './support/browser.ts';
import { expectAccessibleInBothSchemes } from './support/axe.ts';

const headline = { name: 'Runs', level: 1 } as const;

describeInBrowser('signing in', () => {
  it('works once by a link, and its code leaves the address', async () => {
    const page = await openPage();
    const { link } = await api.ask<{ link: string }>('POST', '/api/v1/sign-in-links', {});
    await page.goto(link);
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    expect(page.url()).not.toContain('code=');
    const other = await openPage();
    await other.goto(link);
    await other.getByRole('alert').getByText('was already used').waitFor();
  });

  it('works by pasting the key, which leads to the place that was asked for', async () => {
    const page = await openPage();
    await page.goto('/approvals');
    await page.getByLabel('Key').fill('not the key');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The key is wrong').waitFor();
    await page.getByLabel('Key').fill(signInKey());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/approvals');
  });

  it('asks for the key on a page without faults', async () => {
    const page = await openPage();
    await page.goto('/runs');
    await page.getByLabel('Key').fill('x');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await expectAccessibleInBothSchemes(page, 'the key');
  });

  it('is asked for again when the session is gone while the app is open', async () => {
    const page = await openSignedIn('/runs');
    await page.getByRole('heading', headline).waitFor();
    await page.context().clearCookies();
    const key = page.getByLabel('Key');
    // What the page asks for by itself may be refused before the click is.
    await Promise.race([page.getByRole('link', { name: 'Approvals' }).click(), key.waitFor()]);
    await key.waitFor();
    await expect
      .poll(() => new URL(page.url()).searchParams.get('next'))
      .toMatch(/^\/(runs|approvals)$/);
  });

  it('ends by signing out', async () => {
    const page = await openSignedIn('/runs');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Key').waitFor();
    await page.goto('/runs');
    await page.getByLabel('Key').waitFor();
  });
});
