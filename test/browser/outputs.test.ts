import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatCompletions } from '../activities/models/providers/wires/chat-completions.ts';
import { startAskingBaton } from './support/asking-baton.ts';
import type { AskingBaton } from './support/asking-baton.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openPage, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { ownName } from './support/own.ts';

const report = '# Findings\n\nIt **rises**.\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |\n';

const shapes = {
  name: ownName('shapes'),
  title: 'A pipeline with a title that is longer than a phone is wide',
  nodes: [
    { id: 'look', kind: 'transform', title: 'Look', value: { report, source: 'a book' } },
    { id: 'decide', kind: 'transform', value: { action: 'hold', reason: 'Nothing moved.' } },
    {
      id: 'rows',
      kind: 'transform',
      value: [
        { name: 'a', parts: 1 },
        { name: 'b', parts: 2 },
      ],
    },
    { id: 'line', kind: 'transform', value: [3, 1, 4, 1, 5, 9] },
    { id: 'plain', kind: 'transform', value: { price: { of: 1 } } },
  ],
  edges: [
    { from: 'look', to: 'decide' },
    { from: 'decide', to: 'rows' },
    { from: 'rows', to: 'line' },
    { from: 'line', to: 'plain' },
  ],
};

async function endedRun(): Promise<string> {
  const { id } = await api.ask<{ id: string }>('POST', '/api/v1/runs', { document: shapes });
  await api.untilStatus(id, 'completed');
  return id;
}

describeInBrowser('outputs', () => {
  it('are drawn as what they are, with all values below', async () => {
    const id = await endedRun();
    const page = await openSignedIn(`/runs/${id}?at=look`);
    const details = page.getByRole('complementary');
    await details.getByRole('heading', { name: 'Findings' }).waitFor();
    await details.getByRole('columnheader', { name: 'a', exact: true }).waitFor();
    await details.getByText('a book').first().waitFor();
    await expectAccessibleInBothSchemes(page, 'a report');
    await details.getByText('All values').click();
    await details.getByText('# Findings').first().waitFor();

    await page.goto(`/runs/${id}?at=decide`);
    await details.getByText('Hold', { exact: true }).waitFor();
    await details.getByText('Nothing moved.').first().waitFor();
    await page.goto(`/runs/${id}?at=rows`);
    await details.getByRole('region', { name: 'Table' }).getByRole('cell', { name: 'b' }).waitFor();
    await page.goto(`/runs/${id}?at=line`);
    await details.getByRole('img', { name: 'Values: 6 values as a line' }).waitFor();
    await details.getByText('lowest 1, highest 9').waitFor();
    await expectAccessibleInBothSchemes(page, 'a line');
  });

  it('of a run are a story on a phone, whose names are whole', async () => {
    const id = await endedRun();
    const page = await openSignedIn(`/runs/${id}`, phone);
    const story = page.locator('section', { hasText: 'What happened' }).getByRole('listitem');
    await story.first().waitFor();
    expect(await story.getByRole('button').count()).toBe(5);
    await story.nth(1).getByText('Hold: Nothing moved.').waitFor();
    const title = page.getByRole('heading', { level: 1 });
    expect(await title.evaluate((own) => own.scrollWidth <= own.clientWidth)).toBe(true);
    await expectToFit(page);
    await expectAccessibleInBothSchemes(page, 'the story');
    await story.nth(1).getByRole('button').click();
    await page.getByText('Nothing moved.').first().waitFor();
  });

  it('have figures as the language of the browser writes them', async () => {
    const page = await openSignedIn('/account', { locale: 'de-DE' });
    await page
      .getByText(/100\.000,00\s\$/)
      .first()
      .waitFor();
  });
});

const wire = chatCompletions();
const long = (word: string) => `It begins here. ${`${word} `.repeat(14_000)}It ends here.`;

describeInBrowser('outputs above 64 KB', () => {
  let stand: AskingBaton;
  beforeAll(async () => {
    stand = await startAskingBaton({ BATON_MODELS: 'openai:gpt-5.2' });
    await stand.api.ask('POST', '/api/v1/pipelines', {
      name: 'long-letter',
      nodes: [{ id: 'write', kind: 'model', prompt: 'Write a long letter' }],
      output: 'written',
    });
  });
  afterAll(async () => {
    await stand?.stop();
  });

  async function runWith(text: string): Promise<string> {
    stand.upstream.script(() => ({ events: wire.stream({ text }) }));
    const { id } = await stand.api.startRun('long-letter', {});
    await stand.api.untilStatus(id, 'completed');
    return id;
  }

  it('are shown when asked for, compared and saved in full', async () => {
    const [one, same, other] = [
      await runWith(long('word')),
      await runWith(long('word')),
      await runWith(long('term')),
    ];
    const page = await openSignedIn(`/runs/${one}?at=write`, {}, stand.baton);
    await page.getByRole('button', { name: /^Show all 7\d kB$/ }).click();
    await page
      .getByText(/It ends here\.$/)
      .first()
      .waitFor();

    await page.goto(`/runs/compare?one=${one}&other=${same}`);
    await page.getByText(/^Same outputs, decisions/).waitFor();
    await page.goto(`/runs/compare?one=${one}&other=${other}`);
    await page
      .getByText(/term It ends here/)
      .first()
      .waitFor();
    await expectAccessible(page);

    await page.goto(`/runs/${one}`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as HTML' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    expect(text).toContain('word It ends here.');
    expect(text).not.toContain('>artifact<');
    const reader = await openPage();
    await reader.setContent(text);
    await reader.getByRole('heading', { name: /Completed/ }).waitFor();
  });
});
