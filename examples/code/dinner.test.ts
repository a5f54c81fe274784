import { openTestBaton } from 'baton/testing';
import type { TestBaton } from 'baton/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import dinner, { host } from './dinner.ts';

let baton: TestBaton;
beforeAll(async () => {
  baton = await openTestBaton({
    agents: [host],
    model: ({ task }) => ({ result: { message: `Dear guest! ${task}` } }),
  });
}, 120_000);
afterAll(() => baton.close(), 60_000);

test('a guest is told what they owe, once a person has read it', async () => {
  const run = await baton.start(dinner, { input: { amount: 84, people: 3 } });
  const { id, show } = await run.waitForApproval();
  expect(show).toContain('Each of 3 owes 28');
  await baton.approve(id);
  expect(await run.result()).toEqual({ sent: show });
  expect(await baton.outcomeOf(run)).toMatchObject({
    nodes: { bill: 'completed', letter: 'completed', send: 'completed', sent: 'completed' },
    tools: [{ tool: 'calculate', result: { result: 28 } }],
  });
});

test('nothing is sent when nobody reads it for a day', async () => {
  const run = await baton.start(dinner, { input: { amount: 84 } });
  await run.waitForApproval();
  await baton.skipTime(run, '25h');
  await run.result();
  expect((await baton.outcomeOf(run)).nodes).toMatchObject({ sent: 'skipped' });
});
