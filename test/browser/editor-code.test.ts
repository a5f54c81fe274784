import { expect, it } from 'vitest';
import { deployedLine } from '../../contracts/documents/deployed-mark.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { chain } from './support/editor/chain.ts';
import { deskOf, editStored } from './support/editor/desk.ts';
import { ownName } from './support/own.ts';

describeInBrowser('a pipeline that is written in code', () => {
  it('says in which file, and gives what is drawn as code', async () => {
    const mark = deployedLine({ hash: 'abc', file: 'pipelines/chain.ts' });
    const name = ownName('in-code');
    await api.put(`/api/v1/pipelines/${name}`, `${mark}name: ${name}\n${chain}`);
    const { page, field } = deskOf(await openSignedIn(`/pipelines/${name}/edit`));
    await page.getByText('Written in code: pipelines/chain.ts').waitFor();
    await field('Title').fill('Drawn here');
    await page.getByRole('button', { name: 'Take into the code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take changes into the code' });
    await dialog.getByText(`npx baton pull ${name} --into pipelines/chain.ts`).waitFor();
    const code = await dialog.locator('pre').textContent();
    expect(code).toContain("import { definePipeline } from 'baton';");
    expect(code).toContain("title: 'Drawn here',");
  });

  it('says of one in YAML in which file it is, and offers no code', async () => {
    const name = ownName('in-yaml');
    const mark = deployedLine({ hash: 'abc', file: 'chain.yaml' });
    await api.put(`/api/v1/pipelines/${name}`, `${mark}name: ${name}\n${chain}`);
    const page = await openSignedIn(`/pipelines/${name}/edit`);
    await page.getByText('Kept in chain.yaml').waitFor();
    expect(await page.getByRole('button', { name: 'Take into the code' }).count()).toBe(0);
  });

  it('is nothing to say of one that is drawn', async () => {
    const { page, field } = await editStored(chain);
    await field('Title').waitFor();
    expect(await page.getByText('Written in code').count()).toBe(0);
  });
});
