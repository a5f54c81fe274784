import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../contracts/base/json.ts';
import { chatCompletions } from '../activities/models/providers/wires/chat-completions.ts';
import { startAskingBaton } from './support/asking-baton.ts';
import type { AskingBaton } from './support/asking-baton.ts';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { api, describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';

const wire = chatCompletions();
const wish = { name: 'Say it', label: 'What do you want?' };

describeInBrowser('saying it without a model', () => {
  it('says that nobody can write it, and offers the templates that come nearest', async () => {
    const page = await openSignedIn('/');
    const field = page.getByRole('textbox', { name: wish.label });
    await field.fill('Sort the mails of customers and draft a reply');
    await page.getByRole('button', { name: 'Write it' }).click();
    await page.waitForURL(/\/say\?request=/);
    await page.getByText('No model is set up. To have a draft written').waitFor();
    await page.getByRole('article', { name: 'Sort a support ticket, draft the reply' }).waitFor();
    await expectAccessibleInBothSchemes(page, 'without a model');
    const { items } = await api.ask<{ items: unknown[] }>('GET', '/api/v1/runs?pipeline=say-it');
    expect(items).toEqual([]);
  });

  it('is found by what is typed after Ctrl+K, and fits a phone', async () => {
    const page = await openSignedIn('/runs');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('argue about umbrellas');
    await page.getByRole('option', { name: /Have it written/ }).click();
    await page.waitForURL(/\/say\?request=argue/);
    const field = page.getByRole('textbox', { name: wish.label });
    expect(await field.inputValue()).toBe('argue about umbrellas');
    const narrow = await openSignedIn('/say?request=a%20debate', phone);
    await narrow.getByRole('article').first().waitFor();
    await expectToFit(narrow);
  });
});

const ask = (id: string, prompt: string) => ({ id, kind: 'model', prompt });
const sign = { id: 'sign', kind: 'approval', title: 'Sign', show: '{{ nodes.write.output.text }}' };
const letter = {
  name: 'letter',
  title: 'A letter',
  nodes: [ask('write', 'Write a letter'), sign],
  edges: [{ from: 'write', to: 'sign' }],
};
const reviewed = {
  ...letter,
  nodes: [ask('write', 'Write a letter'), ask('review', 'Review it'), sign],
  edges: [
    { from: 'write', to: 'review' },
    { from: 'review', to: 'sign' },
  ],
};

describeInBrowser('saying it', () => {
  let stand: AskingBaton;
  beforeAll(async () => {
    stand = await startAskingBaton({ BATON_MODELS: 'openai:gpt-5.2' });
  });
  afterAll(async () => {
    await stand?.stop();
  });

  /** Has the model propose a document, and then deliver what is given. */
  function deliver(result: JsonObject & { document?: object }) {
    stand.upstream.script(({ body }) => {
      const hasProposed = body.messages.some(({ role }: { role: string }) => role === 'tool');
      const { document } = result;
      const [name, args] =
        document && !hasProposed ? ['propose_pipeline', { document }] : ['submit_result', result];
      const call = { id: `call-${name}`, name: String(name), args: JSON.stringify(args) };
      return { events: wire.stream({ calls: [call] }) };
    });
  }

  it('gives a draft, which opens unsaved in the editor where it is taken', async () => {
    deliver({ outcome: 'draft', text: 'It writes a letter that you sign.', document: letter });
    const page = await openSignedIn('/', {}, stand.baton);
    await page.getByRole('textbox', { name: wish.label }).fill('Write a letter and let me sign it');
    await page.getByRole('button', { name: 'Write it' }).click();
    await page.waitForURL(/\/say\?run=/);
    await page.getByText('It writes a letter that you sign.').waitFor();
    const nodes = page.getByRole('list', { name: 'Nodes of the draft' }).getByRole('listitem');
    expect(await nodes.allTextContents()).toEqual(['writeModel', 'SignApproval']);
    await expectAccessibleInBothSchemes(page, 'a draft');
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    await page.waitForURL('**/pipelines/new');
    await page.locator('.react-flow__node[data-id="sign"]').waitFor();
    await page.getByText('Not saved').first().waitFor();
    const { items } = await stand.api.ask<{ items: { name: string }[] }>(
      'GET',
      '/api/v1/pipelines',
    );
    expect(items.map(({ name }) => name)).not.toContain('letter');
  });

  it('changes a pipeline: what changes is shown, and can be left or taken', async () => {
    await stand.api.ask('POST', '/api/v1/pipelines', letter);
    deliver({ outcome: 'draft', text: 'A reviewer reads it first.', document: reviewed });
    const page = await openSignedIn('/pipelines/letter/edit', {}, stand.baton);
    await page.locator('#main').getByRole('link', { name: 'Say it' }).click();
    await page.waitForURL(/\/say\?pipeline=letter$/);
    await page
      .getByRole('textbox', { name: 'What should change, or what do you want to know?' })
      .fill('Add a reviewer before the approval');
    await page.keyboard.press('Enter');
    await page.getByText('A reviewer reads it first.').waitFor();
    await page.getByText(/^1 new node\b/).waitFor();
    await page.getByRole('rowheader', { name: 'node review' }).waitFor();
    await expectAccessibleInBothSchemes(page, 'a change');
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await page.getByText(/^1 new node\b/).waitFor({ state: 'detached' });
    await page.goBack();
    await page.getByRole('button', { name: 'Open in the editor' }).click();
    await page.waitForURL('**/pipelines/letter/edit');
    await page.locator('.react-flow__node[data-id="review"]').waitFor();
    const stored = await stand.api.ask<{ document: { nodes: unknown[] } }>(
      'GET',
      '/api/v1/pipelines/letter',
    );
    expect(stored.document.nodes).toHaveLength(2);
  });

  it('never offers what is not sound, and says why', async () => {
    const broken = { ...letter, nodes: [{ id: 'a', kind: 'tool', tool: 'teleport' }], edges: [] };
    deliver({ outcome: 'draft', text: 'It teleports you.', document: broken });
    const page = await openSignedIn('/say?request=Beam%20me%20up', {}, stand.baton);
    await page.getByRole('button', { name: 'Write it' }).click();
    await page.getByRole('heading', { name: 'No draft' }).waitFor();
    await page
      .getByText(/teleport not found/)
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /^Take/ }).count()).toBe(0);
  });

  it('explains why a run failed, of the version that ran, whatever the pipeline is by now', async () => {
    const { name } = await stand.api.ask<{ name: string }>('POST', '/api/v1/pipelines', {
      name: 'fragile',
      nodes: [{ id: 'divide', kind: 'transform', value: '{{ 1 / inputs.parts }}' }],
      inputs: { type: 'object', required: ['parts'], properties: { parts: { type: 'integer' } } },
    });
    const failed = await stand.api.ask<{ id: string }>('POST', '/api/v1/runs', {
      pipeline: name,
      input: { parts: 0 },
    });
    const page = await openSignedIn(`/runs/${failed.id}`, {}, stand.baton);
    const why = page.getByRole('link', { name: 'Why it failed' });
    await why.waitFor();
    const { revision } = await stand.api.ask<{ revision: string }>(
      'GET',
      `/api/v1/pipelines/${name}`,
    );
    await stand.api.put(
      `/api/v1/pipelines/${name}`,
      `name: ${name}\nnodes:\n  - { id: since_then, kind: transform, value: 1 }\n`,
      revision,
    );
    let told = '';
    stand.upstream.script(({ body }) => {
      told = JSON.stringify(body.messages);
      const args = { outcome: 'explanation', text: 'It divides by zero.' };
      const call = { id: 'call-1', name: 'submit_result', args: JSON.stringify(args) };
      return { events: wire.stream({ calls: [call] }) };
    });
    await why.click();
    await page.getByText('It failed with: divide').waitFor();
    const question = page.getByRole('textbox', { name: /^What should change/ });
    expect(await question.inputValue()).toBe('Why did this run fail, and how can I fix it?');
    await page.getByText('It has changed since this run').waitFor();
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('It divides by zero.').waitFor();
    await page.getByRole('heading', { name: 'Answer' }).waitFor();
    expect(told).toContain('inputs.parts');
    expect(told).not.toContain('since_then');
    await expectAccessibleInBothSchemes(page, 'an explanation');
  });
});
