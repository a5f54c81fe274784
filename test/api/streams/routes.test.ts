import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMemoryBus } from '../../../bus/create-bus.ts';
import { runChannel } from '../../../contracts/runs/events.ts';
import type { StreamEvent } from '../../../contracts/runs/events.ts';
import type { RunState } from '../../../contracts/runs/run.ts';
import { tellRuns } from '../../../bus/tell-runs.ts';
import { stepRepository } from '../../../db/repositories/runs/steps.ts';
import { tellingSteps } from '../../../db/telling.ts';
import type { OpenDatabase } from '../../../db/open.ts';
import { apiKey, openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { keyProtocols, readRunStream } from '../support/stream-client.ts';
import type { StreamClient } from '../support/stream-client.ts';
import { openInMemory } from '../../support/databases.ts';

let test: TestApp;
let database: OpenDatabase;
let address: string;
const bus = createMemoryBus();
const clients: StreamClient[] = [];

beforeAll(async () => {
  database = await openInMemory();
  test = await openTestApp({ database, bus });
  address = await test.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => test.close());
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});

async function startRun(): Promise<string> {
  const input = { symbol: 'SPX' };
  const { body } = await test.post('/api/v1/runs', { pipeline: 'price-check', input });
  await test.services.runs.start(body.id);
  setNodes(body.id, 'running');
  return body.id;
}

/** What the workflow answers when it is asked. */
function setNodes(runId: string, price: RunState['nodes'][number]['status']): void {
  test.temporal.states.set(runId, {
    status: 'in_progress',
    nodes: [
      { id: 'price', kind: 'tool', status: price, startedAt: 1_000 },
      { id: 'confirm', kind: 'approval', status: 'pending' },
    ],
  });
}

async function read(runId: string, options: Parameters<typeof readRunStream>[2] = {}) {
  const client = await readRunStream(address, runId, options);
  clients.push(client);
  return client;
}

const delta = (runId: string, sequence: number, text: string): StreamEvent => ({
  type: 'text-delta',
  text,
  callId: `${runId}/price#turn-1`,
  sequence,
  runId,
  nodePath: 'price',
  step: 'turn-1',
});

describe('the stream of a run', () => {
  it('begins with a snapshot, and continues with what the bus and the records tell', async () => {
    const runId = await startRun();
    const steps = tellingSteps(stepRepository(database.db), tellRuns(bus));
    const key = { runId, nodePath: 'price', step: 'tool' };
    const client = await read(runId);
    await client.until({ type: 'snapshot' });
    expect(client.picture).toMatchObject({
      run: { id: runId, status: 'in_progress', nodes: [{ status: 'running' }, {}] },
      steps: [],
      approvals: [],
      calls: {},
    });

    bus.publish(runChannel(runId), delta(runId, 1, 'Well, '));
    bus.publish(runChannel(runId), delta(runId, 2, 'SPX'));
    await steps.start(key, { kind: 'tool', name: 'get_price', label: 'get_price SPX', attempt: 1 });
    await steps.wait(key, 'the next bar', 1);
    setNodes(runId, 'completed');
    await steps.finish(key, { status: 'completed', output: { price: 1 } });
    await client.until({ type: 'node', node: expect.objectContaining({ status: 'completed' }) });
    expect(client.types()).toEqual([
      'snapshot',
      'text-delta',
      'text-delta',
      'step-start',
      'step-progress',
      'step-finish',
      'node',
    ]);
    expect(client.picture).toMatchObject({
      steps: [{ label: 'get_price SPX', status: 'completed', output: { price: 1 } }],
      calls: { [`${runId}/price#turn-1`]: { text: 'Well, SPX', isPartial: false } },
    });
  });

  it('continues after the clock was set back', async () => {
    const runId = await startRun();
    const client = await read(runId);
    await client.until({ type: 'snapshot' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    setNodes(runId, 'completed');
    bus.publish(runChannel(runId), { type: 'run-written', runId });
    await client.until({ type: 'node', node: expect.objectContaining({ status: 'completed' }) });
  });

  it('publishes approvals and the end, the end last', async () => {
    const runId = await startRun();
    const client = await read(runId);
    await client.until({ type: 'snapshot' });
    await test.services.approvals.request({
      id: `${runId}/confirm`,
      runId,
      nodePath: 'confirm',
      workflowId: runId,
      title: 'Is it right?',
      show: { price: 1 },
      hash: 'hash',
      approvers: ['operator'],
      requestedAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
    });
    await test.services.runs.settleWaiting(runId);
    await client.until({ type: 'approval' });
    await client.until({ type: 'state', run: expect.objectContaining({ status: 'waiting' }) });
    await test.services.approvals.close(`${runId}/confirm`, { status: 'approved', by: 'ada' });
    await test.services.runs.finish(runId, {
      status: 'completed',
      output: { price: 1 },
      nodes: [{ id: 'price', kind: 'tool', status: 'completed' }],
    });
    await client.until({ type: 'state', run: expect.objectContaining({ status: 'completed' }) });
    expect(client.types().at(-1)).toBe('state');
    expect(client.picture).toMatchObject({
      run: { status: 'completed', output: { price: 1 } },
      approvals: [{ status: 'approved', decision: { by: 'ada' } }],
    });
  });

  it('begins though the workflow does not respond, and tells what the bus brings', async () => {
    const runId = await startRun();
    const silence = new Promise<never>(() => {});
    test.temporal.states.set(runId, silence as never);
    const client = await read(runId);
    await client.until({ type: 'snapshot' });
    expect(client.picture?.run).toMatchObject({ id: runId, stale: false });
    bus.publish(runChannel(runId), delta(runId, 1, 'one'));
    await client.until({ type: 'text-delta', text: 'one' });
  });

  it('continues after the last position, with nothing twice', async () => {
    const runId = await startRun();
    const first = await read(runId);
    await first.until({ type: 'snapshot' });
    bus.publish(runChannel(runId), delta(runId, 1, 'one'));
    await first.until({ type: 'text-delta', text: 'one' });
    first.close();
    bus.publish(runChannel(runId), delta(runId, 2, 'two'));
    const second = await read(runId, { after: first.last! });
    await second.until({ type: 'text-delta', text: 'two' });
    expect(second.types()).toEqual(['text-delta']);
  });

  it('gives the text of a call in progress to who comes late, and says when its beginning is missing', async () => {
    const runId = await startRun();
    const callId = `${runId}/price#turn-1`;
    const first = await read(runId);
    await first.until({ type: 'snapshot' });
    bus.publish(runChannel(runId), delta(runId, 7, 'the end of it'));
    await first.until({ type: 'text-delta' });
    const late = await read(runId);
    await late.until({ type: 'snapshot' });
    expect(late.picture?.calls[callId]).toMatchObject({ text: 'the end of it', isPartial: true });
  });

  it('publishes what is on record even if the bus did not', async () => {
    const runId = await startRun();
    const quiet = stepRepository(database.db);
    const client = await read(runId);
    await client.until({ type: 'snapshot' });
    const key = { runId, nodePath: 'price', step: 'tool' };
    await quiet.start(key, { kind: 'tool', name: 'get_price', label: 'get_price', attempt: 1 });
    await client.until({ type: 'step-start' });
    await quiet.finish(key, { status: 'failed', error: { type: 'X', message: 'No.' } });
    await client.until({ type: 'step-finish' });
    expect(client.types()).toEqual(['snapshot', 'step-start', 'step-finish']);
  });

  it('publishes only changes, even if an early step lasts as long as hundreds of later ones', async () => {
    const runId = await startRun();
    const quiet = stepRepository(database.db);
    const tool = { kind: 'tool' as const, name: 'get_price', label: 'get_price', attempt: 1 };
    await quiet.start({ runId, nodePath: 'price', step: 'early' }, tool);
    for (let number = 1; number <= 230; number += 1) {
      const key = { runId, nodePath: 'price', step: `turn-${number}` };
      await quiet.start(key, tool);
      await quiet.finish(key, { status: 'completed', output: number });
    }
    const client = await read(runId);
    await client.until({ type: 'snapshot' });
    await quiet.start({ runId, nodePath: 'price', step: 'late' }, tool);
    await client.until({ type: 'step-start' });
    await quiet.finish(
      { runId, nodePath: 'price', step: 'early' },
      { status: 'completed', output: 1 },
    );
    await client.until({ type: 'step-finish' });
    expect(client.types()).toEqual(['snapshot', 'step-start', 'step-finish']);
    expect(client.picture?.steps.at(-1)).toMatchObject({ step: 'late' });
  });

  it('leaves large arguments and results out', async () => {
    const runId = await startRun();
    const steps = tellingSteps(stepRepository(database.db), tellRuns(bus));
    const key = { runId, nodePath: 'price', step: 'tool' };
    const client = await read(runId);
    await client.until({ type: 'snapshot' });
    await steps.start(key, {
      kind: 'tool',
      name: 'scrape_page',
      label: 'x',
      attempt: 1,
      input: 'a',
    });
    await steps.finish(key, { status: 'completed', output: 'x'.repeat(10_000) });
    await client.until({ type: 'step-finish' });
    expect(client.picture?.steps).toMatchObject([{ input: 'a', output: null, isCut: true }]);
  });

  it('is not opened for who leaves while the run is looked up', async () => {
    const runId = await startRun();
    const subscribe = vi.spyOn(bus, 'subscribe');
    onTestFinished(() => subscribe.mockRestore());
    // PGlite has one connection: others wait until it ends.
    const gate = Promise.withResolvers<void>();
    const transaction = database.db.transaction(() => gate.promise);
    const arrived = once(test.app.server, 'request') as Promise<[IncomingMessage, ServerResponse]>;
    const url = new URL(`/api/v1/runs/${runId}/stream`, address);
    const asked = request(url, { headers: { ...bearer, accept: 'text/event-stream' } });
    asked.on('error', () => {});
    asked.end();
    const [, response] = await arrived;
    const gone = once(response, 'close');
    asked.destroy();
    await gone;
    gate.resolve();
    await transaction;
    expect((await test.get(`/api/v1/runs/${runId}`)).status).toBe(200);
    expect(subscribe).not.toHaveBeenCalled();
  });

  it('of an unknown run is a problem before the WebSocket opens', async () => {
    expect(await upgrade('/api/v1/runs/run_none/stream', bearer)).toMatchObject({
      status: 404,
      body: { type: 'urn:baton:problem:not-found' },
    });
  });

  it('is told to be read again elsewhere when the server stops', async () => {
    const other = await openTestApp();
    onTestFinished(() => other.close());
    const own = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { body } = await other.post('/api/v1/runs', {
      pipeline: 'price-check',
      input: { symbol: 'SPX' },
    });
    const client = await readRunStream(own, body.id);
    await client.until({ type: 'snapshot' });
    await other.app.close();
    await expect.poll(() => client.closed?.code).toBe(1001);
  });
});

const bearer = { authorization: `Bearer ${apiKey}` };

/** Asks for a WebSocket as a browser or another program does; gives the answer where it is refused. */
function upgrade(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; body?: unknown; protocol?: string }>((resolve, reject) => {
    const asked = request(new URL(path, address), {
      agent: false,
      headers: {
        connection: 'upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
        ...headers,
      },
    });
    asked.on('upgrade', ({ headers: answer }, socket) => {
      socket.destroy();
      resolve({ status: 101, protocol: String(answer['sec-websocket-protocol']) });
    });
    asked.on('response', (response) => {
      let text = '';
      response.on('data', (part) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode!, body: JSON.parse(text) }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

describe('a WebSocket', () => {
  let cookie: string;
  beforeAll(async () => {
    const { cookies } = (await test.signIn()).response;
    cookie = `${cookies[0]?.name}=${cookies[0]?.value}`;
  });
  const [, keyProtocol] = keyProtocols();
  const [, wrongProtocol] = keyProtocols('another-key-than-that');

  it.each([
    ['no key', () => ({}), 401],
    ['the key in a header', () => bearer, 101],
    ['a wrong key', () => ({ 'x-api-key': 'wrong' }), 401],
    ['the key as a subprotocol', () => protocol(keyProtocol!), 101],
    ['a wrong key as a subprotocol', () => protocol(wrongProtocol!), 401],
    ["a session and this server's page", () => ({ cookie, origin: address }), 101],
    ['a session and a page of another origin', () => ({ cookie, origin: 'http://evil.test' }), 403],
    [
      'a session and another site, as the browser says',
      () => ({ cookie, origin: address, 'sec-fetch-site': 'cross-site' }),
      403,
    ],
    ['a session and no origin', () => ({ cookie }), 403],
    ['the key and another host name', () => ({ ...bearer, host: 'evil.test' }), 403],
  ] as const)('with %s is answered with its status', async (_what, headers, status) => {
    expect((await upgrade('/api/v1/stream', headers())).status).toBe(status);
  });

  it('is answered with the subprotocol that holds no key, wherever the key is', async () => {
    const answerTo = async (protocols: string) => {
      const asked = { 'sec-websocket-protocol': protocols };
      const { status, protocol: answered } = await upgrade('/api/v1/stream', asked);
      return [status, answered];
    };
    expect(await answerTo(`baton, ${keyProtocol}`)).toEqual([101, 'baton']);
    expect(await answerTo(`${keyProtocol}, baton`)).toEqual([101, 'baton']);
    expect(await answerTo(keyProtocol!)).toEqual([101, 'undefined']);
  });

  it('is closed for a client that sends too much, and only for this client', async () => {
    const runId = await startRun();
    const [loud, other] = [await read(runId), await read(runId)];
    for (const client of [loud, other]) await client.until({ type: 'snapshot' });
    loud.say('x'.repeat(10));
    loud.say('x'.repeat(10_000));
    await expect.poll(() => loud.closed).toBeDefined();
    bus.publish(runChannel(runId), delta(runId, 1, 'one'));
    await other.until({ type: 'text-delta', text: 'one' });
  });

  it('has no place where there is no stream', async () => {
    expect((await upgrade('/api/v1/nowhere', bearer)).status).toBe(404);
  });

  function protocol(key: string): Record<string, string> {
    return { 'sec-websocket-protocol': `baton, ${key}` };
  }
});

type ReadEvent = { id: string; event: any };

/** Reads server-sent events until there is one as it is looked for. */
async function readEvents(
  path: string,
  isLast: (event: ReadEvent['event']) => boolean,
  headers: Record<string, string> = {},
): Promise<ReadEvent[]> {
  const stop = new AbortController();
  const response = await fetch(new URL(path, address), {
    headers: { ...bearer, accept: 'text/event-stream', ...headers },
    signal: stop.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const events: ReadEvent[] = [];
  let text = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, id, data] = /^id: (\S+)\ndata: (.*)$/s.exec(block) ?? [];
      if (id && data) events.push({ id, event: JSON.parse(data) });
    }
    if (events.some(({ event }) => isLast(event))) break;
  }
  stop.abort();
  return events;
}

const isSnapshot = ({ type }: ReadEvent['event']) => type === 'snapshot';

describe('server-sent events', () => {
  it('tell the same, under ids that a browser comes back with', async () => {
    const runId = await startRun();
    const path = `/api/v1/runs/${runId}/stream`;
    const [snapshot] = await readEvents(path, isSnapshot);
    expect(snapshot).toMatchObject({ event: { type: 'snapshot', position: snapshot?.id } });
    bus.publish(runChannel(runId), delta(runId, 1, 'one'));
    bus.publish(runChannel(runId), delta(runId, 2, 'two'));
    const after = await readEvents(path, ({ text }) => text === 'two', {
      'last-event-id': snapshot!.id,
    });
    expect(after.map(({ event }) => event.text)).toEqual(['one', 'two']);
  });

  it('are asked for by name', async () => {
    const { status, body } = await test.get('/api/v1/stream');
    expect(status).toBe(422);
    expect(body.detail).toContain('text/event-stream');
  });

  it('are not there for an unknown run', async () => {
    const { status } = await test.ask('GET', '/api/v1/runs/run_none/stream', {
      headers: { accept: 'text/event-stream' },
    });
    expect(status).toBe(404);
  });
});

describe('the stream of all runs', () => {
  it('publishes the start, changes and end of runs, and approvals', async () => {
    const reading = readEvents('/api/v1/stream', ({ run }) => run?.status === 'failed');
    // Before somebody listens, nothing is told.
    await readEvents('/api/v1/stream', isSnapshot);
    const runId = await startRun();
    await test.services.approvals.request({
      id: `${runId}/ask`,
      runId,
      nodePath: 'ask',
      workflowId: runId,
      title: 'May it?',
      show: 'this',
      hash: 'hash',
      approvers: [],
      requestedAt: new Date(),
      expiresAt: new Date(),
    });
    await test.services.runs.finish(runId, { status: 'failed', nodes: [] });
    const events = (await reading).map(({ event }) => event);
    const told = events.flatMap(({ type, run, approval }) =>
      type === 'snapshot' ? [] : [run ? `${run.pipeline} ${run.status}` : approval.status],
    );
    expect(told).toEqual([
      'price-check pending',
      'price-check in_progress',
      'pending',
      'price-check failed',
    ]);
  });
});

it('ends soon after its reader has lost the key', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  onTestFinished(() => intervals.mockRestore());
  const { body } = await test.post('/api/v1/keys', { name: 'reader', roles: ['viewer'] });
  const response = await fetch(`${address}/api/v1/stream`, {
    headers: { authorization: `Bearer ${body.key}`, accept: 'text/event-stream' },
  });
  expect(response.status).toBe(200);
  const look = intervals.mock.calls.find(([, ms]) => ms === 30_000)?.[0] as () => Promise<void>;
  await look();
  await test.ask('DELETE', `/api/v1/keys/${body.id}`);
  await look();
  expect(await response.text()).toContain('You are signed out');
});
