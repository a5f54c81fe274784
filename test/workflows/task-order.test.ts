import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { temporalGateway } from '../../api/temporal/index.ts';
import { builtInAgents } from '../../contracts/agents/index.ts';
import type { Priority } from '../../contracts/models/messages.ts';
import { runInput, startHarness } from './support/harness.ts';

/** A worker that has two model calls at once, and tasks that all wait for theirs until they may go on. */
async function startQueue() {
  const open = Promise.withResolvers<void>();
  const begun: string[] = [];
  const harness = await startHarness(
    {
      async model({ runId }) {
        begun.push(runId);
        await open.promise;
        return { status: 'answered', preview: '', calls: [], output: { report: 'Done.' } };
      },
    },
    undefined,
    { modelSlots: 2 },
  );
  onTestFinished(harness.stop);
  const gateway = temporalGateway(harness.client);
  const agents = { quick: { ...builtInAgents['research']!, name: 'quick', planning: 'none' } };

  /** Gives a task; gives its id, which begins with what it is. */
  async function give(what: string, terms: { priority?: Priority; user?: string } = {}) {
    const runId = `${what}_${randomUUID()}`;
    const { priority = 'normal', user = 'ann' } = terms;
    const nodes = [{ id: 'task', kind: 'agent' as const, agent: 'quick', task: 'Do it.' }];
    const input = { ...runInput({ nodes }, { runId, agents }), kind: 'task' as const };
    const by = { user, startedBy: user, trigger: null };
    await gateway.start({ input, priority, ...by, agent: 'quick', summary: what, details: '' });
    return runId;
  }

  /** Waits until the model call of a task is in the queue, or under way. */
  async function untilQueued(runId: string): Promise<void> {
    const { workflow } = harness.client;
    const calls = async () => {
      const { raw } = await workflow.getHandle(`${runId}/task`).describe();
      return raw.pendingActivities?.map(({ activityType }) => activityType?.name);
    };
    await expect
      .poll(() => calls().catch(() => []), { timeout: 60_000, interval: 100 })
      .toEqual(['callModel']);
  }

  const opened = () => harness.recorded.opened.length;

  async function giveMany(what: string, count: number, terms: { user?: string } = {}) {
    const ids: string[] = [];
    while (ids.length < count) {
      const batch = Array.from({ length: Math.min(10, count - ids.length) });
      ids.push(...(await Promise.all(batch.map(() => give(what, terms)))));
    }
    return ids;
  }

  return { give, giveMany, begun, opened, untilQueued, goOn: open.resolve };
}

/** Many times the two that are under way; `BATON_TEST_MANY=1` has as many as a busy day. */
const [waiting, ofOneUser] = process.env['BATON_TEST_MANY'] === '1' ? [200, 500] : [40, 100];

const kinds = (ids: string[]) => ids.map((id) => id.split('_')[0]);

it(`a task of high priority begins before ${waiting} that wait, and one of low priority after them`, async () => {
  const { give, giveMany, begun, opened, untilQueued, goOn } = await startQueue();
  await giveMany('normal', 2);
  await expect.poll(() => begun.length, { timeout: 10_000 }).toBe(2);
  await untilQueued(await give('low', { priority: 'low' }));
  await giveMany('normal', waiting);
  await expect.poll(opened, { timeout: 60_000 }).toBe(waiting + 3);
  expect(begun).toHaveLength(2);
  await untilQueued(await give('high', { priority: 'high' }));
  goOn();
  await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(waiting + 4);
  const order = kinds(begun);
  // Two were under way, and each slot may have taken one more while it came in.
  expect(order.indexOf('high')).toBeLessThanOrEqual(4);
  expect(order.indexOf('low')).toBeGreaterThan(waiting - 1);
}, 120_000);

it(`a user with ${ofOneUser} tasks does not hold up one with 5`, async () => {
  const { giveMany, begun, opened, untilQueued, goOn } = await startQueue();
  await giveMany('many', ofOneUser, { user: 'ann' });
  await expect.poll(opened, { timeout: 240_000 }).toBe(ofOneUser);
  for (const id of await giveMany('few', 5, { user: 'bob' })) await untilQueued(id);
  goOn();
  const fewBegun = () => kinds(begun).filter((kind) => kind === 'few').length;
  await expect.poll(fewBegun, { timeout: 60_000 }).toBe(5);
  // They take turns; what two slots had under way is before them.
  expect(kinds(begun).lastIndexOf('few')).toBeLessThan(20);
}, 400_000);
