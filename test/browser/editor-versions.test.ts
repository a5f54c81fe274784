import { expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { expectAccessible } from './support/axe.ts';
import { api, describeInBrowser } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { editStored, meaningOf } from './support/editor/desk.ts';

type Versions = { items: { number: number; author: string; note: string | null }[] };

describeInBrowser('versions', () => {
  it('are listed with their author and note, compared by their meaning, and taken up again', async () => {
    const { name, page, field, save, state, tab, card, yaml } = await editStored(chain);
    const versions = async () => {
      const { items } = await api.ask<Versions>('GET', `/api/v1/pipelines/${name}/versions`);
      return items.map(({ number, note }) => ({ number, note }));
    };
    for (const title of ['Second', 'Third']) {
      await field('Title').fill(title);
      await page.getByLabel('What changed?').fill(`Call it ${title}`);
      if (title === 'Second') await save.click();
      else await page.keyboard.press('Enter');
      await state.getByText('saved', { exact: true }).waitFor();
    }
    await card('third').click();
    await page.keyboard.press('Delete');

    await tab('Versions').click();
    const list = page.getByRole('tabpanel', { name: 'Versions' }).getByRole('listitem');
    await expect.poll(() => list.count()).toBe(3);
    expect(await versions()).toEqual([
      { number: 3, note: 'Call it Third' },
      { number: 2, note: 'Call it Second' },
      { number: 1, note: null },
    ]);
    const newest = await list.first().textContent();
    expect(newest).toContain('3liveCall it Thirdoperator');

    await list.last().getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'Version 1' });
    await dialog.getByRole('row', { name: /third/ }).first().waitFor();
    const drawing = dialog.getByRole('region', { name: 'Differences on the canvas' });
    await drawing.getByText('− removed').waitFor();
    await dialog.getByRole('row', { name: /Chain Third/ }).waitFor();
    await dialog.getByLabel('Compare with').selectOption('Version 2: Call it Second');
    await dialog.getByRole('row', { name: /Chain Second/ }).waitFor();
    expect(await dialog.getByRole('row').count()).toBe(2);

    await dialog.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByRole('heading', { name: 'Chain', level: 1 }).waitFor();
    await card('third').waitFor();
    await tab('YAML').click();
    await yaml.getByText('# Why it is there').waitFor();
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    expect((await versions()).map(({ number }) => number)).toEqual([1, 3, 2]);
    await tab('Versions').click();
    const numbers = () => list.allTextContents().then((all) => all.map((text) => text[0]));
    await expect.poll(numbers).toEqual(['3', '2', '1']);
    const back = list.last();
    await back.getByText('Its content was saved again').waitFor();
    await back.getByText('live', { exact: true }).waitFor();
    expect(await back.textContent()).toContain('First saved by operator');
  });

  it('are pinned by a node, which then runs that one', async () => {
    const inner = await editStored(chain);
    await inner.field('Title').fill('Second');
    await inner.page.getByLabel('What changed?').fill('Call it Second');
    await inner.save.click();
    await inner.state.getByText('saved', { exact: true }).waitFor();
    const { page, field, name, card, save, state } = await editStored(
      `nodes: [{ id: again, kind: pipeline, pipeline: ${inner.name} }]\n`,
    );
    await card('again').click();
    const version = field('Version');
    await expect
      .poll(() => version.locator('option').allTextContents())
      .toEqual(['The live version', '2 – Call it Second', '1']);
    await version.selectOption('1');
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    expect(await meaningOf(name)).toMatchObject({ nodes: [{ version: 1 }] });
    const { id } = await api.ask<RunView>('POST', '/api/v1/runs', { pipeline: name });
    await api.untilStatus(id, 'completed');
    await version.selectOption('The live version');
    await page.getByRole('tab', { name: 'YAML' }).click();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Pipeline YAML' }).textContent())
      .not.toContain('version');
  });

  it('are made live by hand, and rolled back with one click', async () => {
    const { name, page, field, save, state, tab } = await editStored(chain);
    const live = async () => {
      const asked = await api.ask<{ document: { title: string } }>(
        'GET',
        `/api/v1/pipelines/${name}?version=live`,
      );
      return asked.document.title;
    };
    await tab('Versions').click();
    await page.getByLabel('A version becomes live').selectOption('when somebody promotes it');
    await tab('Settings').click();
    await field('Title').fill('Second');
    await save.click();
    await page.getByText('Saved, but not live').waitFor();
    await state.getByText('saved', { exact: true }).waitFor();
    expect(await live()).toBe('Chain');

    await tab('Versions').click();
    const list = page.getByRole('tabpanel', { name: 'Versions' });
    await list.getByText('saved last').waitFor();
    await list.getByRole('button', { name: 'Make live (version 2)' }).click();
    await page.getByText('Version 2 is live.').waitFor();
    expect(await live()).toBe('Second');
    await list.getByRole('button', { name: 'Roll back (version 1)' }).click();
    await page.getByText('Version 1 is live.').waitFor();
    expect(await live()).toBe('Chain');
    // What was saved last stays what is edited.
    await page.getByRole('heading', { name: 'Second', level: 1 }).waitFor();
    await list.getByText('What was live').click();
    await list.getByText('Rolled back from 2 to 1').waitFor();
  });

  it('have their runs compared side by side, the latest or others', async () => {
    const { name, page, field, save, state, tab } = await editStored(chain);
    const run = async (version: number) => {
      const body = { pipeline: name, version: String(version) };
      const { id } = await api.ask<RunView>('POST', '/api/v1/runs', body);
      await api.untilStatus(id, 'completed');
      return id;
    };
    await field('Title').fill('Second');
    await save.click();
    await state.getByText('saved', { exact: true }).waitFor();
    await tab('Versions').click();
    const list = page.getByRole('tabpanel', { name: 'Versions' }).getByRole('listitem');
    const openDialog = async () => {
      await list.last().getByRole('button', { name: 'Compare' }).click();
      const dialog = page.getByRole('dialog', { name: 'Version 1' });
      await dialog.getByLabel('Compare with').selectOption('Version 2');
      return dialog.getByRole('region', { name: 'Runs of both versions' });
    };
    const none = await openDialog();
    await none.getByText('Version 1 has no runs yet').waitFor();
    expect(await none.getByRole('link').count()).toBe(0);
    await page.keyboard.press('Escape');

    const [old, now, newest] = [await run(1), await run(2), await run(2)];
    await page.reload();
    await tab('Versions').click();
    const runs = await openDialog();
    const compare = runs.getByRole('link', { name: 'Compare runs' });
    const chosen = () => compare.getAttribute('href');
    await expect.poll(chosen).toBe(`/runs/compare?one=${old}&other=${newest}`);
    await expectAccessible(page);
    await runs.getByLabel('Run of version 2').selectOption(now);
    await expect.poll(chosen).toBe(`/runs/compare?one=${old}&other=${now}`);
    await compare.click();
    await page.getByRole('heading', { name: 'Compare runs' }).waitFor();
    const first = page.getByRole('region', { name: 'First run' });
    expect(await first.getByRole('link').getAttribute('href')).toBe(`/runs/${old}`);
    expect(await page.getByRole('region', { name: 'Second run' }).textContent()).toContain(now);
  });
});
