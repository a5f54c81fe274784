import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openPage, openSignedIn } from './support/browser.ts';
import { startResearchedOrderRun } from './support/order-run.ts';

describeInBrowser('a run as a file', () => {
  it('is saved from its page, and read without the server', async () => {
    const { id } = await startResearchedOrderRun(api);
    await api.approve(id, 'confirm');
    await api.untilStatus(id, 'completed');
    const page = await openSignedIn(`/runs/${id}`);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as HTML' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`${id}.html`);
    const text = await readFile(await file.path(), 'utf8');

    const reader = await openPage();
    await reader.context().setOffline(true);
    await reader.setContent(text);
    await reader.getByRole('heading', { name: /Ask after research Completed/ }).waitFor();
    await reader.getByText('Approved by operator').first().waitFor();
    await reader
      .locator('section', { hasText: 'Conversations' })
      .getByText('research')
      .first()
      .click();
    await reader
      .getByText(/Analyse the symbol SPX/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await expectAccessible(reader);
  });
});
