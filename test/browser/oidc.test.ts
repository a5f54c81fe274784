import { expect, it, onTestFinished } from 'vitest';
import { proxyEnvironment } from '../../api/env.ts';
import { oidcEnvironment, oidcSettingsOf } from '../../api/oidc/env.ts';
import { callbackPath } from '../../api/oidc/paths.ts';
import { findFreePort } from '../../bin/start/ports.ts';
import { readEnvironment } from '../../contracts/base/read-environment.ts';
import { openTestApp } from '../api/support/app.ts';
import { clientSecret, openProvider } from '../api/support/openid-provider.ts';
import { expectAccessible } from './support/axe.ts';
import { describeInBrowser, openPage } from './support/browser.ts';
import { phone } from './support/devices.ts';

const environment = oidcEnvironment.extend(proxyEnvironment.shape);

/** Baton at `localhost`, and a provider at `127.0.0.1`, which is another site to a browser. */
async function open() {
  const port = await findFreePort();
  const publicUrl = `http://localhost:${port}`;
  const provider = await openProvider(`${publicUrl}${callbackPath}`);
  onTestFinished(() => provider.close());
  provider.state.person = {
    sub: 'subject-of-ann',
    email: 'ann@desk.example',
    email_verified: true,
    groups: ['desk'],
  };
  const oidc = oidcSettingsOf(
    readEnvironment(environment, {
      BATON_PUBLIC_URL: publicUrl,
      BATON_OIDC_ISSUER: provider.issuer,
      BATON_OIDC_CLIENT_ID: 'baton',
      BATON_OIDC_CLIENT_SECRET: clientSecret,
      BATON_OIDC_NAME: 'Acme',
      BATON_OIDC_ROLES: 'desk=viewer',
    }),
  );
  const { app, close } = await openTestApp({ oidc, publicUrl, port });
  onTestFinished(close);
  await app.listen({ host: '127.0.0.1', port });
  return { url: publicUrl, provider };
}

describeInBrowser('the sign-in page with a provider', () => {
  it.each([
    ['/costs', 'Costs'],
    // It asks for the session as it is opened, which a browser keeps back on the way from another site.
    ['/docs', /^Baton/],
  ])('leads to it and back, to %s', async (path, heading) => {
    const { url, provider } = await open();
    provider.state.asks = true;
    const page = await openPage({}, { url });
    await page.goto(`/sign-in?next=${encodeURIComponent(path)}`);
    await expectAccessible(page, 'the sign-in page');
    await page.getByRole('link', { name: 'Sign in with Acme' }).click();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.waitForURL((at) => at.href.startsWith(`${url}${path}`));
    await page.getByRole('heading', { name: heading }).first().waitFor();
    const me = await page.evaluate(async () => (await fetch('/api/v1/me')).json());
    expect(me).toMatchObject({ name: 'ann@desk.example', roles: ['viewer'] });
  });

  it('says when it is away, and fits a phone', async () => {
    const { url, provider } = await open();
    provider.state.answer = { status: 503, body: '' };
    const page = await openPage({ ...phone, colorScheme: 'dark' }, { url });
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Sign in with Acme' }).click();
    await page.getByRole('alert').getByText('Acme does not respond').waitFor();
    const isTooWide = () => document.documentElement.scrollWidth > innerWidth;
    expect(await page.evaluate(isTooWide)).toBe(false);
    await expectAccessible(page, 'the sign-in page in the dark');
  });
});
