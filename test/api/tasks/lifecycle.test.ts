import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openai as wire } from '../../activities/models/providers/wires/openai.ts';
import { providersAt, startGateway } from '../gateway/support/gateway.ts';
import type { Gateway } from '../gateway/support/gateway.ts';
import { startUpstream } from '../gateway/support/upstream.ts';
import type { Answer, Asked, Upstream } from '../gateway/support/upstream.ts';

const patiently = { timeout: 30_000 };
const said = { text: 'The trend is up.' };
const report = (stream: boolean) =>
  stream ? wire.stream(said) : JSON.stringify(wire.answer(said));
const answered = ({ body }: Asked): Answer =>
  body.stream ? { events: report(true) } : { body: wire.answer(said) };
/** Says nothing until it is let go on. */
const held = ({ body }: Asked, rest: Promise<unknown>): Answer => ({
  events: body.stream ? ': wait\n\n' : ' ',
  rest: rest.then(() => report(body.stream)),
});
const never = new Promise<unknown>(() => {});
const refusal = (status: number): Answer => ({
  status,
  headers: { 'retry-after-ms': '10' },
  body: { error: { message: 'broken on purpose', type: 'error', code: null } },
});

let upstream: Upstream;
let baton: Gateway;
beforeAll(async () => {
  upstream = await startUpstream();
  const environment = providersAt(upstream.url);
  baton = await startGateway({ environment, queues: ['workflows', 'models', 'tools', 'memory'] });
});
afterAll(async () => {
  await baton.stop();
  await upstream.close();
});

let agents = 0;

/** Gives a task to an agent of its own, with a model of its own: what one model has refused, another has not. */
async function give(rest: object = {}): Promise<string> {
  const name = `agent_${(agents += 1)}`;
  await baton.request('POST', '/api/v1/agents', {
    name,
    role: 'Plain agent',
    instructions: 'Answer.',
    models: [`openai:model-${agents}`],
    memory: { enabled: false },
  });
  const task = { agent: name, task: 'Analyse SPX.', user: 'ann', ...rest };
  const { status, body } = await baton.request('POST', '/api/v1/tasks', task);
  expect(status).toBe(202);
  return body.id;
}

const taskOf = async (id: string) => (await baton.request('GET', `/api/v1/tasks/${id}`)).body;
const untilStatus = async (id: string, status: string) => {
  await expect.poll(async () => (await taskOf(id)).status, patiently).toBe(status);
  return taskOf(id);
};

/** What the user was told of the task. */
async function toldOf(id: string) {
  const { body } = await baton.request('GET', '/api/v1/notifications?user=ann');
  return body.items.filter(({ runId }: { runId: string }) => runId === id);
}

type Span = { startedAt: string | null; endedAt: string | null };

/** None of its nodes and steps began before a run, or ended after it. */
async function expectToSpan({ id, startedAt, endedAt }: Span & { id: string }) {
  const { nodes } = (await baton.request('GET', `/api/v1/runs/${id}`)).body;
  const { items } = (await baton.request('GET', `/api/v1/runs/${id}/steps`)).body;
  const within = [...nodes, ...items].flatMap((part: Span) => [part.startedAt, part.endedAt]);
  expect(within.length).toBeGreaterThan(2);
  const times = [startedAt, ...within, endedAt].filter((at) => at !== null).toSorted();
  expect({ first: times[0], last: times.at(-1) }).toEqual({ first: startedAt, last: endedAt });
}

describe('a task', { timeout: 60_000 }, () => {
  it('is pending, in progress once its agent begins, and completed, and its user is told', async () => {
    const rest = Promise.withResolvers<void>();
    upstream.script((asked) => held(asked, rest.promise));
    const id = await give();
    await expect.poll(() => upstream.asked.length, patiently).toBe(1);
    const begun = await taskOf(id);
    expect(begun).toMatchObject({ status: 'in_progress', endedAt: null });
    expect(Date.parse(begun.startedAt)).toBeGreaterThan(Date.parse(begun.createdAt));
    rest.resolve();
    const over = await untilStatus(id, 'completed');
    expect(over).toMatchObject({ startedAt: begun.startedAt, error: null });
    expect(JSON.stringify(over.output)).toContain('The trend is up.');
    await expectToSpan(over);
    expect(await toldOf(id)).toMatchObject([
      { kind: 'run-ended', status: 'completed', text: 'Analyse SPX.', readAt: null },
    ]);
  });

  it.each([500, 503, 429])(
    'continues after its model failed with %i three times',
    async (status) => {
      let failures = 3;
      upstream.script((asked) => ((failures -= 1) >= 0 ? refusal(status) : answered(asked)));
      const id = await give();
      await untilStatus(id, 'completed');
      expect(upstream.asked).toHaveLength(4);
    },
  );

  it('waits while its model keeps failing, and says for what and since when', async () => {
    upstream.script(() => refusal(503));
    const id = await give();
    const stepOf = async () =>
      (await baton.request('GET', `/api/v1/runs/${id}/steps`)).body.items[0];
    await expect.poll(async () => (await stepOf())?.attempts?.length, patiently).toBeGreaterThan(4);
    expect(await stepOf()).toMatchObject({
      kind: 'model',
      status: 'running',
      attempt: 1,
      output: { waiting: expect.stringContaining('503'), since: expect.any(String) },
    });
    upstream.script(answered);
    await untilStatus(id, 'completed');
  });

  it('that is over its time limit ends as timeout', async () => {
    upstream.script((asked) => held(asked, never));
    const id = await give({ timeLimit: '1s' });
    const task = await untilStatus(id, 'timeout');
    expect(task.error.message).toContain('1s');
    expect(await toldOf(id)).toMatchObject([{ status: 'timeout' }]);
  });

  it('that is cancelled stops, and says who asked', async () => {
    upstream.script((asked) => held(asked, never));
    const id = await give();
    await expect.poll(() => upstream.asked.length, patiently).toBe(1);
    await baton.request('POST', `/api/v1/tasks/${id}/cancel`, { reason: 'Not needed.' });
    const task = await untilStatus(id, 'cancelled');
    expect(task.cancel).toEqual({ by: 'operator', reason: 'Not needed.' });
    await expectToSpan(task);
  });

  // The last one: from then on the provider counts as down.
  it('whose model refuses it for good is tried once; operators see where, users what to do', async () => {
    upstream.script(() => refusal(401));
    const id = await give();
    const { error, ...task } = await untilStatus(id, 'failed');
    expect(upstream.asked).toHaveLength(1);
    expect(error.type).toBe('AllModelsFailed');
    expect(error.message).toContain('Check the key');
    const { body } = await baton.request('GET', `/api/v1/runs/${id}/error`);
    expect(body).toMatchObject({ type: error.type, message: error.message });
    expect(body.stack).toMatch(/at .*\.ts:\d+/);
    for (const told of [{ error, ...task }, await toldOf(id)]) {
      expect(JSON.stringify(told)).not.toMatch(/\.ts:\d+|"stack"/);
    }
    expect(await toldOf(id)).toMatchObject([{ status: 'failed', text: error.message }]);
  });
});
