import { expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';

const { ask, untilStatus } = api;

describeInBrowser('tasks', () => {
  it('are given with a priority, watched, and found by it', async () => {
    const page = await openSignedIn('/tasks');
    await page.getByRole('button', { name: 'New task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await expectAccessible(page);
    await dialog.getByLabel('Agent').selectOption('research');
    await dialog.getByRole('textbox', { name: 'Task' }).fill('Analyse SPX for the tasks page.');
    await dialog.getByLabel('Priority').selectOption('high');
    await dialog.getByLabel('Time limit').fill('soon');
    await dialog.getByRole('button', { name: 'Start task' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Time limit').fill('2m');
    await dialog.getByRole('button', { name: 'Start task' }).click();
    await page.waitForURL(/\/runs\/run_/);
    await untilStatus(new URL(page.url()).pathname.split('/').at(-1)!, 'completed');

    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await page.getByLabel('Priority').selectOption('high');
    await page.getByRole('link', { name: 'Analyse SPX for the tasks page.' }).first().waitFor();
    expect(page.url()).toContain('priority=high');
    await expectAccessible(page);
    await page.getByLabel('Priority').selectOption('low');
    await page.getByText('No tasks match this filter').waitFor();
  });

  it('stand under the tasks while they are watched, and run again as they were given', async () => {
    const { id } = await ask<RunView>('POST', '/api/v1/tasks', {
      agent: 'research',
      task: 'Analyse SPX twice.',
      user: 'ada',
      priority: 'low',
      budget: { usd: 2, onLimit: 'ask' },
      timeLimit: '3m',
    });
    await untilStatus(id, 'completed');
    const page = await openSignedIn(`/runs/${id}`);
    const shown = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current="page"]');
    await shown.getByText('Tasks').waitFor();
    expect(await shown.count()).toBe(1);

    await page.getByRole('button', { name: 'Run again' }).click();
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByText('Copied from an earlier task of ada.').waitFor();
    expect(await dialog.getByLabel('Agent').inputValue()).toBe('research');
    expect(await dialog.getByLabel('Budget').inputValue()).toBe('2');
    expect(await dialog.getByLabel('Time limit').inputValue()).toBe('3m');
    await expectAccessible(page);
    await dialog.getByRole('textbox', { name: 'Task' }).fill('Analyse SPX a third time.');
    await dialog.getByRole('button', { name: 'Start task' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    const again = new URL(page.url()).pathname.split('/').at(-1)!;
    expect(await untilStatus(again, 'completed')).toMatchObject({
      kind: 'task',
      agent: 'research',
      input: { task: 'Analyse SPX a third time.' },
      user: 'ada',
      priority: 'low',
      budget: { usd: 2, onLimit: 'ask' },
      document: { nodes: [{ timeout: '3m' }] },
    });
    await page.getByText('Completed').first().waitFor();
  });
});
