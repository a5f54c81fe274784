import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatCompletions } from '../activities/models/providers/wires/chat-completions.ts';
import { startAskingBaton } from './support/asking-baton.ts';
import type { AskingBaton } from './support/asking-baton.ts';
import { expectAccessible } from './support/axe.ts';
import { describeInBrowser, openSignedIn } from './support/browser.ts';

const wire = chatCompletions();
const refused = {
  status: 429,
  headers: { 'retry-after': '60' },
  body: wire.error('rate_limit_error', 'too much'),
};
const broken = { status: 500, body: wire.error('server_error', 'broken on purpose') };

const document = {
  name: 'say',
  nodes: [
    {
      id: 'say',
      kind: 'model',
      models: ['openai:gpt-5-mini', 'openai:gpt-5.2', 'demo:trend'],
      prompt: 'Say something.',
    },
  ],
};

describeInBrowser('the models', () => {
  let stand: AskingBaton;
  let baton: AskingBaton['baton'];
  let api: AskingBaton['api'];
  beforeAll(async () => {
    stand = await startAskingBaton({
      BATON_MODELS: 'openai:gpt-5-mini,openai:gpt-5.2,demo:trend',
    });
    ({ baton, api } = stand);
    stand.upstream.script(({ body }) => (body.model === 'gpt-5-mini' ? refused : broken));
  });
  afterAll(async () => {
    await stand?.stop();
  });

  it.each(['light', 'dark'] as const)(
    'say what has gone wrong with them, and which run went on with another (%s)',
    async (colorScheme) => {
      const { id } = await api.ask<{ id: string }>('POST', '/api/v1/runs', { document });
      await api.untilStatus(id, 'completed');
      const page = await openSignedIn('/models', { colorScheme }, baton);
      const slowed = page.getByRole('article', { name: 'openai:gpt-5-mini' });
      await slowed.getByText('Paused', { exact: true }).first().waitFor();
      await slowed.getByText('retry after 1 min 0 s').waitFor();
      const failed = page.getByRole('article', { name: 'openai:gpt-5.2' });
      await failed.getByText(/broken on purpose \(500\)/).waitFor();
      await failed.getByText('demo:trend').first().waitFor();
      await expectAccessible(page);
      await failed.getByRole('link', { name: `in run ${id}` }).click();
      await page.waitForURL(`**/runs/${id}`);
      expect(await page.title()).toContain('Baton');
    },
  );

  it('lead from what they cost to the runs', async () => {
    const page = await openSignedIn('/costs', {}, baton);
    await page.getByRole('tab', { name: 'By model' }).click();
    const models = page.getByRole('region', { name: 'Runs and costs by model' });
    await models.getByText('demo:trend').waitFor();
    await page.getByRole('tab', { name: 'By run' }).click();
    const run = page.getByRole('region', { name: 'Costs by run' }).getByRole('link').first();
    await run.click();
    await page.waitForURL(/\/runs\/run_/);
  });
});
