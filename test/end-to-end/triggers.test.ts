import { Client, Connection } from '@temporalio/client';
import { describe, expect, it } from 'vitest';
import { startBaton } from './support/baton.ts';
import type { Baton } from './support/baton.ts';

const trigger = 'desk.often';
const minutes = 30;
const every = 5;

const desk = {
  name: 'desk',
  inputs: { type: 'object', properties: { at: { type: 'string', default: '' } } },
  triggers: [
    {
      id: 'often',
      kind: 'schedule',
      cron: `*/${every} * * * *`,
      input: { at: '{{ event.at }}' },
      overlap: 'allowAll',
      catchUp: '1d',
    },
  ],
  nodes: [{ id: 'note', kind: 'transform', value: '{{ inputs.at }}' }],
};

/** Has Temporal fire a schedule for the times of the last half hour, as if each had come now. */
async function fireMissed({ temporalAddress: address }: Baton, since: Date): Promise<void> {
  const connection = await Connection.connect({ address });
  const end = new Date();
  await new Client({ connection }).schedule
    .getHandle(`trigger-${trigger}`)
    .backfill({ start: since, end, overlap: 'ALLOW_ALL' });
  await connection.close();
}

describe('a schedule', { timeout: 180_000 }, () => {
  it.each([
    ['once it has fired', 0],
    ['once the first run is there', 1],
  ])('starts one run of each time, though everything dies %s', async (_when, runsBefore) => {
    const baton = await startBaton();
    const { status } = await baton.request('POST', '/api/v1/pipelines', desk);
    expect(status).toBe(201);
    const get = async (path: string) => (await baton.request('GET', path)).body;
    await expect
      .poll(async () => (await get(`/api/v1/triggers/${trigger}`)).next.length, {
        timeout: 30_000,
      })
      .toBeGreaterThan(0);

    const since = new Date(Date.now() - minutes * 60_000);
    await fireMissed(baton, since);
    const runs = async () => (await get(`/api/v1/runs?trigger=${trigger}`)).items.length;
    await expect.poll(runs, { timeout: 30_000, interval: 5 }).toBeGreaterThanOrEqual(runsBefore);
    await baton.kill();
    await baton.restart();

    const step = every * 60_000;
    const first = Math.ceil(since.getTime() / step) * step;
    const times = Array.from({ length: minutes / every }, (_, index) =>
      new Date(first + index * step).toISOString(),
    );
    const started = async (): Promise<string[]> =>
      (await get(`/api/v1/runs?trigger=${trigger}&status=completed&limit=200`)).items
        .map(({ input }: { input: { at: string } }) => input.at)
        .filter((at: string) => times.includes(at))
        .toSorted();
    await expect.poll(started, { timeout: 60_000, interval: 200 }).toEqual(times);
    const { items } = await get(`/api/v1/triggers/${trigger}/firings?limit=200`);
    expect(items.filter(({ status: end }: { status: string }) => end !== 'started')).toEqual([]);
    expect(await started()).toEqual(times);
  });
});

describe('a webhook', { timeout: 180_000 }, () => {
  it('starts one run of a call that is sent again, since everything died before its answer', async () => {
    const baton = await startBaton();
    const called = { ...desk, triggers: [{ id: 'hook', kind: 'webhook', auth: 'key' }] };
    expect((await baton.request('POST', '/api/v1/pipelines', called)).status).toBe(201);
    const made = await baton.request('POST', '/api/v1/triggers/desk.hook/secret', {});
    const call = () =>
      fetch(`${baton.address}/hooks/desk.hook`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${made.body.secret}`,
          'content-type': 'application/json',
          'idempotency-key': 'order 1',
        },
        body: JSON.stringify({ at: 'now' }),
      });
    const history = async () =>
      (await baton.request('GET', '/api/v1/triggers/desk.hook/firings')).body.items;
    const lost = call().catch(() => undefined);
    await expect.poll(async () => (await history()).length, { interval: 5 }).toBe(1);
    await baton.kill();
    await lost;
    await baton.restart();
    const { runId } = (await (await call()).json()) as { runId: string };
    const runs = async () =>
      (await baton.request('GET', '/api/v1/runs?trigger=desk.hook')).body.items;
    await expect
      .poll(async () => (await runs()).map(({ status }: { status: string }) => status), {
        timeout: 30_000,
      })
      .toEqual(['completed']);
    expect(await runs()).toMatchObject([{ id: runId, input: { at: 'now' } }]);
    expect(await history()).toMatchObject([{ status: 'started' }]);
  });
});

describe('an event', { timeout: 180_000 }, () => {
  it('starts one run, even if everything dies after it was sent, and it is sent again', async () => {
    const baton = await startBaton();
    const waiting = { ...desk, triggers: [{ id: 'told', kind: 'event', event: 'bar.closed' }] };
    expect((await baton.request('POST', '/api/v1/pipelines', waiting)).status).toBe(201);
    const emit = async () =>
      (
        await baton.request('POST', '/api/v1/events', {
          name: 'bar.closed',
          id: 'bar 1',
          data: { at: 'noon' },
        })
      ).body.firings;
    const [first] = await emit();
    await baton.kill();
    await baton.restart();
    const [again] = await emit();
    expect(again.runId).toBe(first.runId);
    const runs = async () =>
      (await baton.request('GET', '/api/v1/runs?trigger=desk.told')).body.items;
    await expect
      .poll(async () => (await runs()).map(({ status }: { status: string }) => status), {
        timeout: 30_000,
      })
      .toEqual(['completed']);
    expect(await runs()).toMatchObject([{ id: first.runId, input: { at: 'noon' } }]);
  });
});

describe('a trigger of the market', { timeout: 180_000 }, () => {
  it('starts one run of each bar, though everything dies between firing and starting', async () => {
    const baton = await startBaton();
    const watching = {
      ...desk,
      triggers: [
        {
          id: 'bar',
          kind: 'market',
          on: 'bar-closed',
          symbol: 'SPX',
          input: { at: '{{ event.data.bar.time }}' },
          overlap: 'allowAll',
        },
      ],
    };
    expect((await baton.request('POST', '/api/v1/pipelines', watching)).status).toBe(201);
    const firings = async (): Promise<{ runId: string; event: any; status: string }[]> =>
      (await baton.request('GET', '/api/v1/triggers/desk.bar/firings?limit=200')).body.items;
    await expect
      .poll(async () => (await firings()).length, { timeout: 30_000, interval: 5 })
      .toBe(1);
    await baton.kill();
    await baton.restart();
    await expect
      .poll(async () => (await firings()).length, { timeout: 60_000 })
      .toBeGreaterThanOrEqual(3);
    await baton.request('POST', '/api/v1/triggers/desk.bar/pause', {});
    await expect
      .poll(async () => (await firings()).map(({ status }) => status), { timeout: 30_000 })
      .not.toContain('pending');
    const fired = await firings();
    const bars = fired.map(({ event }) => event.data.bar.time).toSorted();
    expect(new Set(bars).size).toBe(bars.length);
    const { items } = (await baton.request('GET', '/api/v1/runs?trigger=desk.bar&limit=200')).body;
    expect(items.map(({ input }: { input: { at: string } }) => input.at).toSorted()).toEqual(bars);
  });
});
