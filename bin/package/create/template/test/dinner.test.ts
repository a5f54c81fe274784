import { openTestBaton } from 'baton/testing';
import type { TestBaton } from 'baton/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import dinner, { host } from '../pipelines/dinner.ts';

let baton: TestBaton;
beforeAll(async () => {
  baton = await openTestBaton({
    agents: [host],
    model: ({ task }) => ({ result: { message: `Dear guest! ${task}` } }),
  });
}, 120_000);
afterAll(() => baton.close(), 60_000);

test('a guest is told what they owe, once a person has read it', { timeout: 60_000 }, async () => {
  const run = await baton.start(dinner, { input: { amount: 84, people: 3 } });
  const { id, show } = await run.waitForApproval();
  expect(show).toContain('Each of 3 owes 28');
  await baton.approve(id);
  expect(await run.result()).toEqual({ sent: show });
});
