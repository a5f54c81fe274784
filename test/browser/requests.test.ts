import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { chatCompletions } from '../activities/models/providers/wires/chat-completions.ts';
import { startAskingBaton } from './support/asking-baton.ts';
import type { AskingBaton } from './support/asking-baton.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/axe.ts';
import { describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';

const wire = chatCompletions();
const broken = { status: 500, body: wire.error('server_error', 'broken on purpose') };

const document = {
  name: 'say',
  nodes: [{ id: 'say', kind: 'model', models: ['openai:gpt-5-mini'], prompt: 'Name a moon.' }],
};

describeInBrowser('requests', () => {
  let stand: AskingBaton;
  let baton: AskingBaton['baton'];
  let api: AskingBaton['api'];
  beforeAll(async () => {
    stand = await startAskingBaton({
      BATON_MODELS: 'openai:gpt-5-mini',
      BATON_MODEL_ALIASES: 'pair=openai:gpt-5.2,openai:gpt-5-mini',
    });
    ({ baton, api } = stand);
  });
  afterAll(async () => {
    await stand?.stop();
  });

  /** The mock answers with what it was asked last, in capitals; `gpt-5.2` is broken. */
  beforeEach(() =>
    stand.upstream.script(({ body }) => {
      if (body.model !== 'gpt-5-mini') return broken;
      const text = `It is ${String(body.messages.at(-1).content).toUpperCase()}`;
      return body.stream ? { events: wire.stream({ text }) } : { body: wire.answer({ text }) };
    }),
  );

  /** Asks the gateway, and gives the record of that. */
  async function askGateway(content: string, model = 'pair'): Promise<string> {
    const messages = [
      { role: 'system', content: 'You are an astronomer.' },
      { role: 'user', content },
    ];
    const body = { model, messages, temperature: 0.5 };
    const { id } = await api.ask<{ id: string }>('POST', '/v1/chat/completions', body);
    for (;;) {
      const { items } = await api.ask<{ items: { id: string }[] }>(
        'GET',
        `/api/v1/requests?call=${id}`,
      );
      if (items[0]) return items[0].id;
    }
  }

  const rowOf = (page: Page, text: string) =>
    page.getByRole('region', { name: 'Requests' }).getByRole('row').filter({ hasText: text });

  it('are listed, looked into, sent again with another prompt, and kept as an example', async () => {
    await askGateway('europa');
    const page = await openSignedIn('/requests', {}, baton);
    const row = rowOf(page, 'europa');
    await row.getByText('Answered').waitFor();
    await row.getByText('3 tries').waitFor();
    await expectAccessibleInBothSchemes(page, 'list');
    await expectToFit(page, 'list');

    await row.getByRole('link', { name: 'europa' }).click();
    await page.waitForURL('**/requests/req_*');
    await page.getByText('You are an astronomer.').waitFor();
    await page.getByText('It is EUROPA', { exact: true }).waitFor();
    expect(await page.getByText('500: broken on purpose').count()).toBe(2);
    await expectAccessibleInBothSchemes(page, 'conversation');

    await page.getByRole('tab', { name: 'Raw' }).click();
    const sent = page.getByRole('region', { name: 'Sent in exchange 3' });
    const shown = await sent.textContent();
    expect(JSON.parse(shown!)).toEqual(stand.upstream.asked.at(-1)!.body);
    await page
      .getByRole('region', { name: 'Received in exchange 1' })
      .getByText('broken')
      .waitFor();
    expect(page.url()).toContain('view=raw');
    await expectAccessibleInBothSchemes(page, 'raw');
    await expectToFit(page, 'raw');

    await page.getByRole('link', { name: 'Open in playground' }).click();
    const message = page.getByRole('textbox', { name: 'User message 1' });
    expect(await message.inputValue()).toBe('europa');
    expect(await page.getByRole('textbox', { name: 'System' }).inputValue()).toBe(
      'You are an astronomer.',
    );
    await message.fill('titan');
    await page.getByRole('combobox', { name: 'Model' }).fill('openai:gpt-5-mini');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const answer = page.getByRole('region', { name: 'New answer' });
    await answer.getByText('It is TITAN').waitFor();
    await answer.getByText(/100 in, \d+ out/).waitFor();
    await answer.getByText(/^\$0\.0/).waitFor();
    await page.getByRole('region', { name: 'Answer before' }).getByText('It is EUROPA').waitFor();
    expect(stand.upstream.asked.at(-1)!.body).toMatchObject({
      model: 'gpt-5-mini',
      stream: true,
      messages: [{ role: 'system' }, { role: 'user', content: 'titan' }],
    });
    await expectAccessibleInBothSchemes(page, 'playground');
    await expectToFit(page, 'playground');

    await answer.getByRole('button', { name: 'Keep as example' }).click();
    await page.getByRole('textbox', { name: 'Expected answer' }).fill('Titan, a moon of Saturn');
    await page.getByRole('textbox', { name: 'Labels' }).fill('moons, facts');
    await expectAccessible(page, 'keep');
    await page.getByRole('button', { name: 'Keep example' }).click();
    await page.getByText('Example kept').waitFor();
    await page.getByRole('link', { name: 'Examples' }).click();
    const kept = page.getByRole('row').filter({ hasText: 'titan' });
    await kept.getByText('moons, facts').waitFor();
    await expectAccessibleInBothSchemes(page, 'examples');

    const coming = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export JSONL' }).click();
    expect((await coming).suggestedFilename()).toBe('examples.jsonl');

    await kept.getByRole('button', { name: 'Actions for titan' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No examples yet').waitFor();
  });

  it('of a run lead to it, and its model step to them', async () => {
    const { id } = await api.ask<{ id: string }>('POST', '/api/v1/runs', { document });
    await api.untilStatus(id, 'completed');
    const page = await openSignedIn(`/requests?run=${id}`, {}, baton);
    await rowOf(page, 'Name a moon.').getByRole('link', { name: 'Open run' }).click();
    await page.waitForURL(`**/runs/${id}`);
    const { items } = await api.ask<{ items: { step: string }[] }>(
      'GET',
      `/api/v1/runs/${id}/steps`,
    );
    await page.goto(`/runs/${id}?at=say&step=${items[0]!.step}`);
    await page.getByRole('link', { name: 'Show what was sent and received' }).click();
    await rowOf(page, 'Name a moon.').waitFor();
    await page.getByRole('button', { name: /Remove the filter Call/ }).click();
    await page.waitForURL((url) => !url.search.includes('call='));
  });

  it('are found by what was said, and by how they ended', async () => {
    await askGateway('callisto', 'openai:gpt-5-mini');
    const page = await openSignedIn('/requests', {}, baton);
    await page.getByRole('searchbox', { name: 'Text or ID' }).fill('it is CALLISTO');
    await page.waitForURL('**text=*');
    await rowOf(page, 'callisto').waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Failed');
    await page.getByText('No requests match this filter').waitFor();
    await page.getByRole('link', { name: 'Show all requests' }).click();
    await rowOf(page, 'callisto').waitFor();
  });

  it('say why a model did not answer, and are stopped', async () => {
    const page = await openSignedIn('/requests/playground', {}, baton);
    await page.getByRole('combobox', { name: 'Model' }).fill('openai:gpt-5.1');
    await page.getByRole('textbox', { name: 'User message 1' }).fill('Well?');
    await page.getByRole('textbox', { name: 'Temperature' }).fill('9');
    await page.getByText('Write a number from 0 to 2').waitFor();
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'Temperature' }).fill('');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('region', { name: 'New answer' }).getByText('broken on purpose').waitFor();
    await page.getByRole('link', { name: 'Open request' }).waitFor();

    const { promise } = Promise.withResolvers<string>();
    const [begun] = wire.stream({ text: 'It goes on' }).split('\n\ndata: [DONE]');
    stand.upstream.script(() => ({ events: begun!.slice(0, 500), rest: promise }));
    await page.getByRole('combobox', { name: 'Model' }).fill('openai:gpt-5-mini');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped', { exact: true }).waitFor();
  });

  it.each(['light', 'dark'] as const)('can be read on a phone (%s)', async (colorScheme) => {
    const id = await askGateway('io');
    const paths = [
      '/requests',
      `/requests/${id}`,
      `/requests/${id}?view=raw`,
      `/requests/playground?request=${id}`,
    ];
    const page = await openSignedIn('/requests', { ...phone, colorScheme }, baton);
    for (const path of paths) {
      await page.goto(path);
      await page.getByText('io', { exact: false }).first().waitFor();
      await expectToFit(page, path);
      await expectAccessible(page, `${path}, ${colorScheme}`);
    }
  });
});
