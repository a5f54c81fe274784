import { expect, it } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { openEmptyEditor } from './support/editor/desk.ts';
import { expectToFit } from './support/fits.ts';
import { ownName } from './support/own.ts';

/** The editor with a new pipeline of one node, which a trigger can start. */
async function openWithNote(name: string) {
  const editor = await openEmptyEditor();
  const { page, field, write, card } = editor;
  await field('Name').fill(name);
  await page.getByRole('button', { name: 'Transform', exact: true }).click();
  await field('ID').fill('note');
  await field('Title').click();
  await card('note').waitFor();
  await write('Value, required', '1');
  return editor;
}

describeInBrowser('triggers', () => {
  it('say on a phone when they fire, and can be fired there', async () => {
    const page = await openSignedIn('/triggers', phone);
    const row = page.getByRole('row').filter({ hasText: 'Bring a position back to its share' });
    await row.getByText(/^at /).filter({ visible: true }).waitFor();
    await row.getByRole('button', { name: /^Fire now/ }).waitFor();
    await expectToFit(page);
    await page.getByRole('link', { name: 'New trigger' }).click();
    await page.getByRole('heading', { name: 'Pipelines', level: 1 }).waitFor();
  });

  it('that are called say that an old secret stays good only where there was one, and on a phone how they last fired', async () => {
    const name = ownName('called');
    const yaml = `name: ${name}
triggers: [{ id: ask, kind: webhook }]
nodes: [{ id: note, kind: transform, value: 1 }]
`;
    await api.put(`/api/v1/pipelines/${name}`, yaml);
    const page = await openSignedIn(`/triggers/${name}.ask`);
    await page.getByRole('button', { name: 'Make a secret' }).click();
    await page.getByText('Store it now').waitFor();
    expect(await page.getByText('another hour').count()).toBe(0);
    await page.reload();
    await page.getByRole('button', { name: 'Replace the secret' }).click();
    await page.getByText('another hour').waitFor();

    await api.ask('POST', `/api/v1/triggers/${name}.ask/fire`);
    const small = await openSignedIn('/triggers', phone);
    const row = small.getByRole('row').filter({ hasText: name });
    await row.getByText('Started').filter({ visible: true }).waitFor();
    expect(await row.innerText()).toMatch(/signed\s+Started/);
  });

  it('are drawn as what begins, edited, saved, fired, paused and resumed', async () => {
    const name = ownName('started-by-itself');
    const { page, field, save, state, card, edges, cards } = await openWithNote(name);
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await card('schedule').waitFor();
    expect(await edges()).toEqual(['schedule.fires>note']);
    await field('Times').fill('0 8 * * MOON');
    await expect
      .poll(() => page.getByText('MOON is not valid for the day').count())
      .toBeGreaterThan(0);
    await field('Times').fill('0 8 * * MON-FRI');
    await field('Time zone').fill('Europe/Berlin');
    await page.getByText('at 08:00, Monday to Friday (Europe/Berlin)').waitFor();
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Triggers' }).click();
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('cell', { name: 'at 08:00, Monday to Friday (Europe/Berlin)' }).waitFor();
    const isOn = row.getByRole('switch', { name: `${name}.schedule is on` });
    expect(await isOn.getAttribute('aria-checked')).toBe('true');
    await isOn.click();
    await row.getByText('Paused').waitFor();
    await row.getByRole('button', { name: `Fire now: ${name}.schedule` }).click();
    await page.getByText('Run started').waitFor();
    await isOn.click();
    await expect.poll(() => isOn.getAttribute('aria-checked')).toBe('true');

    await row.getByRole('link', { name: 'schedule', exact: true }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await page.getByText('Fired by hand by operator').waitFor();
    await page.getByRole('table').getByRole('link', { name: 'Started', exact: true }).click();
    await page.getByRole('link', { name: `${name}.schedule` }).waitFor();
    await expect.poll(cards).toEqual(['schedule', 'note']);
  });

  it('of a webhook and of an event are drawn, set and fired by who calls and by who tells', async () => {
    const name = ownName('called-and-told');
    const happened = `${name}.happened`;
    const { page, field, save, state, card, edges } = await openWithNote(name);
    await page.getByRole('button', { name: 'Webhook', exact: true }).click();
    await card('webhook').waitFor();
    await field('Callers').selectOption('key');
    await page.getByRole('button', { name: 'Event', exact: true }).click();
    await card('event').waitFor();
    await field('Name of the event').fill(happened);
    expect((await edges()).toSorted()).toEqual(['event.fires>note', 'webhook.fires>note']);
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();

    const { secret } = await api.ask<{ secret: string }>(
      'POST',
      `/api/v1/triggers/${name}.webhook/secret`,
      {},
    );
    const called = await fetch(new URL(`/hooks/${name}.webhook`, page.url()), {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(called.status).toBe(202);
    await api.ask('POST', '/api/v1/events', { name: happened });
    await page.getByRole('link', { name: 'Triggers' }).click();
    for (const trigger of ['webhook', 'event']) {
      const row = page.getByRole('row').filter({ hasText: name });
      await row.getByRole('link', { name: trigger, exact: true }).click();
      await page.getByRole('heading', { name: 'History' }).waitFor();
      await page.getByRole('table').getByRole('link', { name: 'Started', exact: true }).waitFor();
      await page.goBack();
    }
  });

  it('of the market are drawn, fire as its bars close, and are paused', async () => {
    const name = ownName('watches-bars');
    const { page, field, save, state, card, edges } = await openWithNote(name);
    await page.getByRole('button', { name: 'Market', exact: true }).click();
    await card('market').waitFor();
    expect(await edges()).toEqual(['market.fires>note']);
    await page.getByText('when a bar of SPX has closed').first().waitFor();
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Triggers' }).click();
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('link', { name: 'market', exact: true }).click();
    await page.getByRole('heading', { name: 'History' }).waitFor();
    await page.getByRole('cell', { name: 'Market', exact: true }).first().waitFor();
    await page
      .getByRole('table')
      .getByRole('link', { name: 'Started', exact: true })
      .first()
      .click();
    await page.getByRole('link', { name: `${name}.market` }).waitFor();
    await page.getByRole('link', { name: `${name}.market` }).click();
    const isOn = page.getByRole('switch', { name: `${name}.market is on` });
    await isOn.click();
    await expect.poll(() => isOn.getAttribute('aria-checked')).toBe('false');
    await page.locator('#main').getByRole('link', { name, exact: true }).click();
    await expect.poll(() => field('ID').inputValue()).toBe('market');
  });
});
