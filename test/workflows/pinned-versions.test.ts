import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHarness } from './support/harness.ts';
import { scenarios } from './support/scenarios.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

it('nodes run the versions that they pin, and the live one where they pin none', async () => {
  const { pipeline, options } = scenarios['children-of-pinned-versions'];
  const run = await harness.start(pipeline, options);
  expect(await run.result()).toEqual([{ n: 'first' }, { n: 'live' }, { n: 'second' }]);
});
