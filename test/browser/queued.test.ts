import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunView } from '../../contracts/api/index.ts';
import { createApi } from './support/api.ts';
import { expectAccessibleInBothSchemes } from './support/axe.ts';
import { describeInBrowser, openSignedIn } from './support/browser.ts';
import { phone } from './support/devices.ts';
import { expectToFit } from './support/fits.ts';
import { startOwnBaton } from './support/own-baton.ts';
import type { OwnBaton } from './support/own-baton.ts';

const ask = {
  name: 'ask-once',
  title: 'Ask once',
  nodes: [{ id: 'think', kind: 'model', prompt: 'Say something.' }],
};

describeInBrowser('runs that a rate limit holds up', () => {
  let baton: OwnBaton;
  beforeAll(async () => {
    baton = await startOwnBaton({ BATON_MODEL_LIMITS: 'demo:trend=rpm:1,concurrency:1' });
  });
  afterAll(() => baton?.stop());

  it('say so in the list and on their page, with how many come before them', async () => {
    const api = createApi(baton);
    const start = () => api.ask<RunView>('POST', '/api/v1/runs', { document: ask, input: {} });
    const page = await openSignedIn('/runs', {}, baton);
    const first = await start();
    await api.untilStatus(first.id, 'completed');
    const runs = [await start(), await start(), await start()];
    // One minute lets one of them through: the others wait behind one another.
    await page.getByText('Queued behind 2').waitFor();
    await page.getByText('Queued behind 1').waitFor();
    await expectAccessibleInBothSchemes(page, 'the list of runs');
    const queued = async () => {
      const all = await Promise.all(
        runs.map(({ id }) => api.ask<RunView>('GET', `/api/v1/runs/${id}`)),
      );
      return all.find((run) => run.queued?.behind === 2);
    };
    await expect.poll(queued).toBeTruthy();
    const last = (await queued())!;
    await page.goto(`/runs/${last.id}`);
    await page
      .getByRole('status')
      .getByText(/^Queued behind \d$/)
      .waitFor();
    await page.getByText('demo:trend has reached its rate limit.').waitFor();
    const narrow = await openSignedIn('/runs', phone, baton);
    await narrow
      .getByText(/^Queued/)
      .first()
      .waitFor();
    await expectToFit(narrow);
  });
});
