import { afterEach, describe, expect, it } from 'vitest';
import { eventArrived, requestCancel, stateQuery } from '../../workflows/messages.ts';
import type { Scripts } from './support/fake-activities.ts';
import { startHarness } from './support/harness.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
afterEach(() => harness.stop());

async function started(scripts: Scripts, fields: object = {}) {
  harness = await startHarness(scripts);
  return harness.start(
    {
      nodes: [
        { id: 'order', kind: 'transform', value: { id: '{{ inputs.order }}', other: 1 } },
        { id: 'unread', kind: 'transform', value: 'not read' },
        {
          id: 'paid',
          kind: 'wait_for_event',
          event: 'order.paid',
          when: 'event.data.order == nodes.order.output.id && run.id != ""',
          timeout: '1h',
          ...fields,
        },
        { id: 'ship', kind: 'transform', value: '{{ nodes.paid.output.data.amount }}' },
        { id: 'remind', kind: 'transform', value: '{{ nodes.paid.output }}' },
      ],
      edges: [
        { from: 'order', to: 'paid' },
        { from: 'unread', to: 'paid' },
        { from: 'paid', to: 'ship' },
        { from: 'paid', port: 'timeout', to: 'remind' },
      ],
    },
    { input: { order: 7, customer: 'ada' } },
  );
}

const waiting = () => expect.poll(() => harness.recorded.waits, { timeout: 10_000 });
const event = { id: 'payment 1', at: '2026-11-27T08:00:00.000Z', data: { order: 7, amount: 40 } };

describe('a node that waits for an event', { timeout: 60_000 }, () => {
  it('continues with the event once the records have it, and does not poll', async () => {
    let hasCome = false;
    const run = await started({ event: () => (hasCome ? { event } : {}) });
    const wait = `${run.workflowId}/paid`;
    await waiting().toHaveLength(1);
    expect(harness.recorded.waits[0]).toMatchObject({ id: wait, event: 'order.paid' });
    const { nodes } = await run.query(stateQuery);
    expect(nodes.find(({ id }) => id === 'paid')).toMatchObject({ status: 'waiting' });
    expect(Date.parse(harness.recorded.waits[0]?.until ?? '')).toBeGreaterThan(0);
    // What the filter does not read is not kept for it.
    expect(harness.recorded.waits[0]?.scope).toEqual({
      inputs: {},
      nodes: { order: { status: 'completed', output: { id: 7, other: 1 } } },
      run: { id: run.workflowId },
    });
    expect(harness.recorded.endedWaits).toEqual([]);
    hasCome = true;
    await run.signal(eventArrived, { wait });
    await run.signal(eventArrived, { wait });
    expect(await run.result()).toEqual({ ship: 40 });
    expect(harness.recorded.finished?.nodes).toMatchObject([
      {},
      {},
      { id: 'paid', status: 'completed', port: 'received' },
      { id: 'ship', status: 'completed' },
      { id: 'remind', status: 'skipped' },
    ]);
    expect(harness.recorded.endedWaits.filter(({ isOver }) => isOver)).toEqual([]);
  });

  it('keeps waiting where the records know of no event, whoever says that one came', async () => {
    let asked = 0;
    const run = await started({
      event() {
        asked += 1;
        return asked === 3 ? { event } : {};
      },
    });
    const wait = `${run.workflowId}/paid`;
    await waiting().toHaveLength(1);
    for (const forged of [{ wait: 'another' }, {}, 7, { wait }]) {
      await run.signal('eventArrived', forged);
    }
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(1);
    await run.signal(eventArrived, { wait });
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(2);
    await run.signal(eventArrived, { wait });
    expect(await run.result()).toEqual({ ship: 40 });
  });

  it('leaves through timeout when none has come, with what was wrong with its filter', async () => {
    const run = await started({ event: () => ({ problem: 'no field' }) }, { timeout: '1s' });
    expect(await run.result()).toEqual({ remind: { received: false, problem: 'no field' } });
    expect(harness.recorded.endedWaits).toMatchObject([{ isOver: true }]);
  });

  it('takes the event that came in the moment that its time was up', async () => {
    const run = await started({ event: () => ({ event }) }, { timeout: '1s' });
    expect(await run.result()).toEqual({ ship: 40 });
  });

  it('fails when none has come, where it is to', async () => {
    const run = await started({}, { timeout: '1s', onTimeout: 'fail' });
    await expect(run.result()).rejects.toThrow();
    expect(harness.recorded.finished).toMatchObject({
      status: 'timeout',
      error: { node: 'paid', type: 'Timeout', message: 'No event order.paid came within 1s.' },
    });
  });

  it('ends with its run, and unregisters its wait', async () => {
    const run = await started({});
    await waiting().toHaveLength(1);
    await run.signal(requestCancel, { by: 'operator' });
    await expect(run.result()).rejects.toThrow();
    expect(harness.recorded.finished).toMatchObject({ status: 'cancelled' });
    expect(harness.recorded.finished?.nodes[2]).toMatchObject({ id: 'paid', status: 'cancelled' });
    expect(harness.recorded.endedWaits).toMatchObject([{ isOver: true }]);
  });
});
