import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClient,
  RequestRefused,
  RunEnded,
  ServerUnreachable,
} from '../../code/client/index.ts';
import type { BatonClient, RunEvent } from '../../code/client/index.ts';
import { definePipeline, z } from '../../code/index.ts';
import { apiKey, openBaton } from '../end-to-end/support/baton.ts';
import type { Baton } from '../end-to-end/support/baton.ts';

let baton: Baton;
let client: BatonClient;
beforeAll(async () => {
  baton = await openBaton({ BATON_MARKET_SOURCES: 'sample', OLLAMA_HOST: 'http://127.0.0.1:9' });
  client = createClient({ url: `${baton.address}/`, key: apiKey });
}, 120_000);
afterAll(() => baton.close(), 60_000);

const double = definePipeline({
  name: 'double',
  inputs: z.object({ of: z.number() }),
  nodes: [
    { id: 'sum', kind: 'transform', value: '{{ inputs.of * 2.0 }}' },
    { id: 'sure', kind: 'approval', show: '{{ nodes.sum.output }}' },
    { id: 'sent', kind: 'transform', value: '{{ nodes.sum.output }}' },
  ],
  edges: [
    { from: 'sum', to: 'sure' },
    { from: 'sure', port: 'approved', to: 'sent' },
  ],
  output: '{{ nodes.?sent.?output.orValue(null) }}',
});

describe('the client', { timeout: 60_000 }, () => {
  it('starts a run of a pipeline in code, decides what it waits for, and has its result', async () => {
    const run = await client.start(double, { input: { of: 21 } });
    const approval = await run.waitForApproval();
    expect(approval).toMatchObject({ runId: run.id, show: 42, status: 'pending' });
    const result = run.result();
    expect(await client.approve(approval.id)).toMatchObject({ status: 'approved' });
    expect(await result).toBe(42);
    expect(await run.get()).toMatchObject({ status: 'completed', output: 42 });
    const { items } = await client.runs({ pipeline: 'double', status: 'completed' });
    expect(items.map(({ id }) => id)).toContain(run.id);
  });

  it('tells what happens until the end, from a snapshot on', async () => {
    const run = await client.start(double, { input: { of: 1 } });
    const decided = run.waitForApproval().then(({ id }) => client.reject(id, 'not today'));
    const told: RunEvent[] = [];
    for await (const event of run.events()) told.push(event);
    expect(await decided).toMatchObject({ status: 'rejected' });
    expect(told[0]?.type).toBe('snapshot');
    expect(told.at(-1)).toMatchObject({ type: 'state', run: { status: 'completed' } });
    expect(await client.run(run.id).result()).toBeNull();
  });

  it('says which run ended otherwise, to who waits for its result or for an approval', async () => {
    const run = await client.start(double, { input: { of: 1 } });
    const approval = await run.waitForApproval();
    const waiting = [run.result(), client.run(run.id).result()].map((promise) =>
      promise.catch((error: unknown) => error),
    );
    await run.cancel('changed my mind');
    for (const error of await Promise.all(waiting)) {
      expect(error).toBeInstanceOf(RunEnded);
      expect(error).toMatchObject({ run: { id: run.id, status: 'cancelled' } });
    }
    await expect(run.waitForApproval()).rejects.toBeInstanceOf(RunEnded);
    expect(await client.approval(approval.id)).toMatchObject({ status: 'withdrawn' });
  });

  it('starts one run under one key, however often it is asked', async () => {
    const terms = { input: { of: 3 }, idempotencyKey: 'order-7' };
    const [one, other] = [await client.start(double, terms), await client.start(double, terms)];
    expect(other.id).toBe(one.id);
    await one.cancel();
  });

  it('gives what the server refuses as an error with its kind and its places', async () => {
    const wrong = { of: 'much' } as unknown as { of: number };
    const error = await client.start(double, { input: wrong }).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(RequestRefused);
    expect(error).toMatchObject({
      kind: 'invalid-input',
      status: 422,
      problem: { errors: [{ path: 'input.of' }] },
    });
    const [{ message, fix = '' } = { message: '' }] =
      (error as RequestRefused).problem.errors ?? [];
    expect(fix).not.toBe('');
    expect((error as RequestRefused).message).toContain(`${message}; ${fix}`);
    await expect(client.run('run_nobody').get()).rejects.toMatchObject({ kind: 'not-found' });
    const nowhere = createClient({ url: 'http://127.0.0.1:9', key: apiKey });
    await expect(nowhere.runs()).rejects.toBeInstanceOf(ServerUnreachable);
    await expect(nowhere.run('run_x').result()).rejects.toBeInstanceOf(ServerUnreachable);
  });

  it('stops to follow when it is told to', async () => {
    const run = await client.start(double, { input: { of: 1 } });
    const stop = new AbortController();
    const result = run.result({ signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(result).rejects.toThrow('enough');
    await run.cancel();
  });

  it('continues after the last event where the server was unavailable', async () => {
    const run = await client.start(double, { input: { of: 5 } });
    const result = run.result();
    const approval = await run.waitForApproval();
    await baton.stop();
    await baton.restart();
    await client.approve(approval.id);
    expect(await result).toBe(10);
  });
});
