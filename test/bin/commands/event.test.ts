import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentOf, publish } from '../../api/triggers/support.ts';
import { openTestServer } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
const event = 'order.paid';

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const send = (...more: string[]) => server.baton('event', 'send', event, ...more).ended;

/** A run with a node that waits. */
async function waitingRun(): Promise<string> {
  const { body } = await server.post('/api/v1/runs', {
    document: { name: 'waits', nodes: [{ id: 'paid', kind: 'wait_for_event', event }] },
  });
  const { runs, eventWaits } = server.services;
  await runs.start(body.id);
  await eventWaits.open({
    id: `${body.id}/paid`,
    runId: body.id,
    workflowId: body.id,
    event,
    when: 'event.data.order == 7',
    until: '2031-01-01T00:00:00.000Z',
    scope: { inputs: {}, nodes: {}, run: { id: body.id } },
  });
  await runs.settleWaiting(body.id);
  return body.id;
}

describe('baton event send', () => {
  it('says which runs go on and which triggers fire, and which do not and why', async () => {
    const run = await waitingRun();
    await publish(server, documentOf('desk', { id: 'told', kind: 'event', event }));
    const other = await send('--data', '{"order": 5, "symbol": "SPX"}');
    expect(other.output).toMatch(/^desk\.told starts run_\w+$/);
    expect(other.warnings).toBe(
      `${run}/paid passed over: The filter is false: event.data.order == 7 (event.data.order is 5)`,
    );
    const { output } = await send('--data', '{"order": 7, "symbol": "SPX"}');
    expect(output.split('\n')).toEqual([
      `${run}/paid goes on`,
      expect.stringMatching(/^desk\.told starts run_/),
    ]);
  });

  it('says where nothing waits for it, and what is wrong with its data', async () => {
    const { output } = await server.baton('event', 'send', 'nobody.waits').ended;
    expect(output).toBe('No run and no trigger got nobody.waits.');
    const wrong = await send('--data', '[1]');
    expect(wrong.code).not.toBe(0);
    expect(wrong.warnings).toContain(`Write --data '{"order": 7}'.`);
  });
});

describe('a run that waits for an event', () => {
  it('is listed as waiting for it, and shown with how it is sent', async () => {
    const run = await waitingRun();
    const { output } = await server.baton('runs').ended;
    expect(output).toMatch(new RegExp(`${run}  waiting for event order\\.paid  `));
    const shown = (await server.baton('show', run).ended).output;
    expect(shown).toContain('paid waits for event order.paid');
    expect(shown).toContain('if event.data.order == 7');
    expect(shown).toContain(`npx baton event send order.paid --data '{}'`);
    expect(shown).toContain('/api/v1/events {"name":"order.paid","data":{}}');
  });
});
