import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApi } from './support/api.ts';
import { expectAccessible } from './support/axe.ts';
import { describeInBrowser, openSignedIn } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { deskOf } from './support/editor/desk.ts';
import { startOwnBaton } from './support/own-baton.ts';
import type { OwnBaton } from './support/own-baton.ts';
import { ownName } from './support/own.ts';

describeInBrowser('the editor without its server', () => {
  let baton: OwnBaton;
  beforeAll(async () => {
    baton = await startOwnBaton();
  });
  afterAll(() => baton?.stop());

  it('says so, keeps what is changed, and saves it when the server is back', async () => {
    await baton.comeBack();
    const name = ownName('away');
    const { ask, put } = createApi(baton);
    await put(`/api/v1/pipelines/${name}`, `name: ${name}\n${chain}`);
    const desk = deskOf(await openSignedIn(`/pipelines/${name}/edit`, {}, baton));
    const { page, card, field, save, state } = desk;
    await card('first').waitFor();

    await baton.goAway();
    await page.getByRole('status').getByText('Baton is not reachable').waitFor();
    await field('Title').fill('Written meanwhile');
    await save.click();
    await page.getByText(/are saved when Baton is back/).waitFor();
    await state.getByText('stored in this browser until Baton is back').waitFor();
    await expectAccessible(page);
    await field('Description').fill('And this after it');

    await baton.comeBack();
    await state.getByText('saved', { exact: true }).waitFor();
    const { document } = await ask<{ document: object }>('GET', `/api/v1/pipelines/${name}`);
    expect(document).toMatchObject({
      title: 'Written meanwhile',
      description: 'And this after it',
    });
  });
});
