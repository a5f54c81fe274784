import type { Page } from 'playwright-core';
import { api, openPage } from './browser.ts';

const { ask } = api;

/** Adds somebody, and signs them in, in a browser of their own. */
export async function openAs(user: string, roles: string[], groups: string[] = []): Promise<Page> {
  await ask('PUT', `/api/v1/users/${user}`, { roles, groups });
  const { link } = await ask<{ link: string }>('POST', '/api/v1/sign-in-links', { user });
  const page = await openPage();
  await page.goto(link);
  return page;
}
