import { afterEach, expect, it } from 'vitest';
import type { AgentView, RunView } from '../../contracts/api/index.ts';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { ownName } from './support/own.ts';

const { ask, untilStatus } = api;

const own = { name: 'night_watch', role: 'Night watch', instructions: 'Watch the price of SPX.' };
const stored = () => ask<AgentView>('GET', '/api/v1/agents/night_watch');

/** Stores another definition, as somebody else would. */
async function changeMeanwhile(definition: object): Promise<void> {
  const { hash } = await stored();
  await ask('DELETE', '/api/v1/agents/night_watch');
  await ask('POST', '/api/v1/agents', { ...own, ...definition });
  expect((await stored()).hash).not.toBe(hash);
}

async function openForm(options = {}) {
  const page = await openSignedIn('/agents', options);
  await page.getByRole('button', { name: 'New agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'New agent' });
  await dialog.getByLabel('Name').waitFor();
  return { page, dialog };
}

async function openChange() {
  const page = await openSignedIn('/agents');
  const card = page.getByRole('article', { name: 'Night watch' });
  await card.getByRole('button', { name: 'Edit: Night watch' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit night_watch' });
  await dialog.getByLabel('Turns').waitFor();
  return { page, card, dialog };
}

describeInBrowser('an agent of one’s own', () => {
  afterEach(() => ask('DELETE', '/api/v1/agents/night_watch').catch(() => undefined));

  it('is made by a form, given a task, seen in the list and told of when it has ended', async () => {
    const task = ownName('Watch SPX until noon');
    const { page, dialog } = await openForm();
    await dialog.getByLabel('Name').fill(own.name);
    await dialog.getByLabel('Role').fill(own.role);
    await dialog.getByLabel('Instructions').fill(own.instructions);
    await dialog.getByRole('group', { name: 'Tools' }).getByLabel('get_price').check();
    await dialog.getByLabel('Planning').selectOption({ label: 'The model makes a plan first' });
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    const card = page.getByRole('article', { name: 'Night watch' });
    await card.getByText('your agent').waitFor();
    await card.getByRole('button', { name: 'New task: Night watch' }).click();
    await page.getByRole('textbox', { name: 'Task' }).fill(task);
    await page.getByRole('button', { name: 'Start task' }).click();
    await page.getByRole('heading', { name: 'Task: Night watch' }).waitFor();
    await untilStatus(new URL(page.url()).pathname.split('/').at(-1)!, 'completed');
    await page.getByRole('heading', { name: 'Plan' }).waitFor();
    await page.getByRole('link', { name: 'All tasks' }).click();
    const row = page.getByRole('row').filter({ hasText: task });
    await row.getByText('Completed').waitFor();
    await page.getByRole('link', { name: /^Notifications/ }).click();
    await page.getByLabel('Completed runs too').check();
    const told = page
      .getByRole('article', { name: 'A task of night_watch completed' })
      .filter({ hasText: task });
    await told.getByRole('link').click();
    await page.getByRole('heading', { name: 'Task: Night watch' }).waitFor();
  });

  it('is checked while it is written, each mistake at its field', async () => {
    const { page, dialog } = await openForm();
    await dialog.getByLabel('Name').fill('Night Watch');
    await dialog.getByText('must be lowercase letters, digits, _ and -').waitFor();
    await expect.poll(() => dialog.getByText('This field is required').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    await dialog.getByText('Not saved. Fix the fields marked above.').waitFor();
    await expect.poll(() => dialog.getByText('This field is required').count()).toBe(2);
    await expectAccessible(page);
    await dialog.getByLabel('Models').fill('openai:gpt-5.2\nnothing');
    await dialog.getByText('"nothing" does not name a provider').waitFor();
    await dialog.getByLabel('Result', { exact: true }).selectOption({ label: 'Custom fields' });
    await dialog.getByRole('group', { name: 'Field verdict' }).waitFor();
    await dialog.getByRole('button', { name: 'Fields of the result as JSON' }).click();
    await dialog.getByLabel('JSON Schema of the result').fill('{"type": "array"}');
    await dialog.getByText('a result must be an object').waitFor();
    for (const label of ['Models', 'JSON Schema of the result', 'Name']) {
      expect(await dialog.getByLabel(label).getAttribute('aria-invalid'), label).toBe('true');
    }
    await dialog.getByLabel('Name').fill('research');
    await dialog.getByLabel('Role').fill(own.role);
    await dialog.getByLabel('Instructions').fill(own.instructions);
    await dialog.getByLabel('Models').fill('');
    await dialog.getByLabel('Result', { exact: true }).selectOption({ label: 'Text report' });
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    await dialog
      .getByText(/Agent research is built in/)
      .first()
      .waitFor();
    expect(await dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  });

  it('says what it would lack before it is made, and cannot be given a task while it lacks it', async () => {
    const { page, dialog } = await openForm();
    await dialog.getByLabel('Name').fill(own.name);
    await dialog.getByLabel('Role').fill(own.role);
    await dialog.getByLabel('Instructions').fill(own.instructions);
    await dialog.getByLabel('Models').fill('openai:gpt-5.2');
    const missing = dialog.getByRole('region', { name: 'This agent cannot run yet' });
    await missing.getByText(/set OPENAI_API_KEY/).waitFor();
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    const card = page.getByRole('article', { name: 'Night watch' });
    await card.getByRole('region', { name: 'This agent cannot run yet' }).waitFor();
    await card.getByRole('link', { name: 'openai:gpt-5.2' }).waitFor();
    const give = card.getByRole('button', { name: 'New task: Night watch' });
    expect(await give.isDisabled()).toBe(true);
    await expectAccessible(page);
  });

  it('says which of its models cannot be asked while another can, and can be given a task', async () => {
    const { page, dialog } = await openForm();
    await dialog.getByLabel('Name').fill(own.name);
    await dialog.getByLabel('Role').fill(own.role);
    await dialog.getByLabel('Instructions').fill(own.instructions);
    await dialog.getByLabel('Models').fill('demo:trend\nopenai:gpt-5.2');
    const name = 'Some models of this agent are unavailable';
    await dialog
      .getByRole('region', { name })
      .getByText(/set OPENAI_API_KEY/)
      .waitFor();
    expect(await dialog.getByRole('region', { name: 'This agent cannot run yet' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Create agent' }).click();
    const card = page.getByRole('article', { name: 'Night watch' });
    await card
      .getByRole('region', { name })
      .getByRole('link', { name: 'openai:gpt-5.2' })
      .waitFor();
    expect(await card.getByRole('button', { name: /^New task/ }).isEnabled()).toBe(true);
    await expectAccessible(page);
  });

  it('is not saved over what somebody else has saved; both can be brought together', async () => {
    await ask('POST', '/api/v1/agents', own);
    const { page, card, dialog } = await openChange();
    await dialog.getByLabel('Turns').fill('7');
    await changeMeanwhile({ instructions: 'Watch every price.' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('operator saved this agent while you edited it').waitFor();
    await dialog.getByText('Watch every price.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Merge both' }).click();
    expect(await dialog.getByLabel('Instructions').inputValue()).toBe('Watch every price.');
    expect(await dialog.getByLabel('Turns').inputValue()).toBe('7');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await card.getByText('up to 7').waitFor();
    expect(await stored()).toMatchObject({
      instructions: 'Watch every price.',
      limits: { turns: 7 },
    });
  });

  it('that somebody else has deleted can be made again', async () => {
    await ask('POST', '/api/v1/agents', own);
    const { card, dialog } = await openChange();
    await ask('DELETE', '/api/v1/agents/night_watch');
    await dialog.getByLabel('Turns').fill('9');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Someone else deleted this agent while you edited it.').waitFor();
    await dialog.getByRole('button', { name: 'Create it again' }).click();
    await card.getByText('up to 9').waitFor();
  });

  it('that somebody else has changed is not deleted unseen', async () => {
    await ask('POST', '/api/v1/agents', own);
    const page = await openSignedIn('/agents');
    const card = page.getByRole('article', { name: 'Night watch' });
    await card.getByRole('button', { name: 'Delete: Night watch' }).click();
    await changeMeanwhile({ instructions: 'Watch every price.' });
    const dialog = page.getByRole('dialog', { name: 'Delete night_watch?' });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('someone else changed this agent').waitFor();
    expect((await stored()).instructions).toBe('Watch every price.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await card.getByText('Watch every price.').waitFor();
  });

  it('is asked about before what was written is thrown away', async () => {
    const { page, dialog } = await openForm();
    await dialog.getByLabel('Role').fill(own.role);
    await dialog.getByLabel('Role').press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard what you wrote?' });
    await question.waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Role').inputValue()).toBe(own.role);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New agent' }).click();
    await dialog.getByLabel('Name').press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('is copied, and deleted after a question', async () => {
    await ask('POST', '/api/v1/agents', own);
    const page = await openSignedIn('/agents');
    await page.getByRole('button', { name: 'Duplicate: Night watch' }).click();
    const dialog = page.getByRole('dialog', { name: 'New agent' });
    expect(await dialog.getByLabel('Name').inputValue()).toBe('my_night_watch');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Delete: Night watch' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('article', { name: 'Night watch' }).waitFor({ state: 'detached' });
  });
});

describeInBrowser('on a phone', () => {
  it('agents, their memory, tasks and notifications are not wider than the screen', async () => {
    const task = { agent: 'research', task: `Analyse SPX. ${'And write at length. '.repeat(20)}` };
    const { id } = await ask<RunView>('POST', '/api/v1/tasks', task);
    await untilStatus(id, 'completed');
    const { page, dialog } = await openForm(phone);
    await expectToFit(page, 'the form of an agent');
    const box = await dialog.boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(390);
    for (const path of [
      '/agents',
      '/agents/research/memory',
      '/tasks',
      '/notifications',
      `/runs/${id}`,
    ]) {
      await page.goto(path);
      await page.getByRole('heading').first().waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      await expectToFit(page, path);
      await expectAccessible(page, path);
    }
  });
});
