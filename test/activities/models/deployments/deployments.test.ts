import { describe, expect, test, vi } from 'vitest';
import { AllModelsFailed } from '../../../../activities/models/router.ts';
import { never, request } from '../requests.ts';
import { answering, failing, keys, model, twoDeployments } from './routed.ts';

const chain = [model, 'demo:trend'];

const raise = (error: unknown) => {
  throw error;
};

async function calls(count: number, ask: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await ask(index);
}

describe('two deployments of one model', () => {
  test('share the calls by weight, each with its own key', async () => {
    const both = { a: answering('a'), b: answering('b') };
    const { router, a, b, counts } = await twoDeployments(both, { a: { weight: 3 } });
    await calls(12, () => router.chat(chain, request(), never));
    expect(counts()).toEqual([9, 3]);
    const keysAt = ({ received }: typeof a) => [
      ...new Set(received.map(({ headers }) => headers['authorization'])),
    ];
    expect(keysAt(a)).toEqual([`Bearer ${keys.KEY_A}`]);
    expect(keysAt(b)).toEqual([`Bearer ${keys.KEY_B}`]);
  });

  test('keep a conversation where it began', async () => {
    const { router, counts } = await twoDeployments({ a: answering('a'), b: answering('b') });
    const options = { ...never, conversation: 'run-1/agent' };
    await calls(6, () => router.chat(chain, request(), options));
    expect(counts().toSorted()).toEqual([0, 6]);
  });

  test('are asked where the fewest calls are in progress', async () => {
    const { router, a, b } = await twoDeployments(
      { a: { hang: true }, b: answering('b') },
      { routingStrategy: 'least-busy' },
    );
    const stop = new AbortController();
    const first = router.chat(chain, request(), { signal: stop.signal }).catch(() => 'stopped');
    await vi.waitFor(() => expect(a.received).toHaveLength(1));
    await calls(3, () => router.chat(chain, request(), never));
    expect([a.received.length, b.received.length]).toEqual([1, 3]);
    stop.abort();
    expect(await first).toBe('stopped');
  });

  test('are told apart in the answer and its record', async () => {
    const { router } = await twoDeployments({ a: answering('a'), b: answering('b') });
    const { text, deployment, attempts } = await router.chat(chain, request(), never);
    expect(deployment).toBe(text);
    expect(attempts).toMatchObject([{ model, deployment: text, status: 'answered' }]);
  });

  test('may call the model otherwise', async () => {
    const both = { a: answering('a'), b: answering('b') };
    const { router, a, b } = await twoDeployments(both, { a: { upstreamModel: 'prod-eu' } });
    await calls(2, () => router.chat(chain, request(), never));
    expect(a.received[0]!.body['model']).toBe('prod-eu');
    expect(b.received[0]!.body['model']).toBe('llama');
  });
});

describe('another deployment is asked before another model', () => {
  test.each([
    ['429', failing(429, { 'retry-after': '30' })],
    ['429 with a short wait', failing(429, { 'retry-after': '1' })],
    ['500', failing(500)],
    ['503', failing(503)],
    ['401', failing(401)],
    ['402', failing(402)],
  ])('at once after %s', async (_what, reply) => {
    const { router, counts } = await twoDeployments({ a: reply, b: answering('b') });
    const { model: answered, attempts } = await router.chat(chain, request(), never);
    expect(answered).toBe(model);
    expect(attempts).toMatchObject([
      { deployment: 'a', status: 'failed' },
      { deployment: 'b', status: 'answered' },
    ]);
    expect(counts()).toEqual([1, 1]);
  });

  test('a deployment that was refused is passed over, and no other call waits for it', async () => {
    const { router, counts } = await twoDeployments({
      a: failing(429, { 'retry-after': '30' }),
      b: answering('b'),
    });
    await calls(5, () => router.chat(chain, request(), never));
    expect(counts()).toEqual([1, 5]);
    const { attempts } = await router.chat(chain, request(), never);
    expect(attempts.at(-1)).toMatchObject({ deployment: 'b', status: 'answered' });
  });

  test('a refused key leaves out its own deployment alone', async () => {
    const { router, counts } = await twoDeployments({ a: failing(401), b: answering('b') });
    await calls(5, () => router.chat(chain, request(), never));
    expect(counts()).toEqual([1, 5]);
  });

  test('each has a breaker of its own', async () => {
    const { router, counts } = await twoDeployments({ a: failing(503), b: answering('b') });
    await calls(20, () => router.chat(chain, request(), never));
    expect(counts()).toEqual([5, 20]);
    const statuses = await router.status(raise);
    const breakers = statuses.flatMap(({ deployment, breaker }) =>
      deployment ? [[deployment.name, breaker.state]] : [],
    );
    expect(breakers).toEqual([
      ['a', 'open'],
      ['b', 'closed'],
    ]);
  });

  test('each has limits of its own, and the chain goes on only when all are used up', async () => {
    const slots = { a: { concurrency: 1 }, b: { concurrency: 1 } };
    const options = { maximumWaitMs: 50 };
    const held = { a: { hang: true }, b: { hang: true } } as const;
    const { router, a, b } = await twoDeployments(held, { ...slots, options });
    const stop = new AbortController();
    const ask = () => router.chat(chain, request(), { signal: stop.signal }).catch(() => 'stopped');
    const waiting = [ask(), ask()];
    await vi.waitFor(() => expect([a.received.length, b.received.length]).toEqual([1, 1]));
    const { model: answered, attempts } = await router.chat(chain, request(), never);
    expect(answered).toBe('demo:trend');
    expect(attempts.map(({ status, error }) => [status, error?.code])).toEqual([
      ['skipped', 'BUSY'],
      ['skipped', 'BUSY'],
      ['answered', undefined],
    ]);
    stop.abort();
    expect(await Promise.all(waiting)).toEqual(['stopped', 'stopped']);
  });

  test('no call waits for one that is full while another is free', async () => {
    const { router, a, b } = await twoDeployments(
      { a: { hang: true }, b: answering('b') },
      { a: { concurrency: 1 }, options: { maximumWaitMs: 60_000 } },
    );
    const stop = new AbortController();
    const first = router.chat(chain, request(), { signal: stop.signal }).catch(() => 'stopped');
    await vi.waitFor(() => expect(a.received).toHaveLength(1));
    const others = calls(4, () => router.chat(chain, request(), never));
    await vi.waitFor(() => expect(b.received).toHaveLength(4));
    await others;
    stop.abort();
    expect([await first, a.received.length]).toEqual(['stopped', 1]);
  });

  test('embeddings too', async () => {
    const body = { data: [{ index: 0, embedding: [1, 2] }], usage: { prompt_tokens: 1 } };
    const { router, counts } = await twoDeployments({ a: failing(503), b: { body } });
    const answer = await router.embed(model, { texts: ['x'] }, never);
    expect(answer).toMatchObject({ vectors: [[1, 2]], model, deployment: 'b' });
    expect(counts()).toEqual([1, 1]);
  });

  test('a model fails when all of its deployments have, and each was asked once', async () => {
    const { router, counts } = await twoDeployments({ a: failing(503), b: failing(500) });
    const { model: answered } = await router.chat(chain, request(), never);
    expect(answered).toBe('demo:trend');
    expect(counts()).toEqual([1, 1]);
  });

  test('a request that is wrong is wrong everywhere', async () => {
    const { router, counts } = await twoDeployments({ a: failing(400), b: answering('b') });
    await expect(router.chat(chain, request(), never)).rejects.toBeInstanceOf(AllModelsFailed);
    expect(counts()).toEqual([1, 0]);
  });

  test('where only one is left, it is tried twice, also where that has to wait', async () => {
    const { router, a, b } = await twoDeployments(
      { a: failing(401), b: failing(503) },
      { b: { rpm: 60 } },
    );
    await router.chat(chain, request(), never);
    const before = b.received.length;
    await router.chat(chain, request(), never);
    expect([a.received.length, b.received.length - before]).toEqual([1, 2]);
  });
});

test('the error of a model names each deployment that was tried', async () => {
  const { router } = await twoDeployments({ a: failing(429), b: failing(503) });
  const failed = router.chat([model], request(), never);
  await expect(failed).rejects.toThrow(`${model} (a): 429 It went wrong; ${model} (b): 503`);
});

test('a key is in no error, record or status', async () => {
  const echo = ({ headers }: { headers: { authorization?: string } }) => ({
    status: 401,
    body: { error: { message: `Incorrect API key provided: ${headers.authorization}` } },
  });
  const { router } = await twoDeployments({ a: echo, b: echo });
  const error = await router.chat([model], request(), never).then(
    () => expect.fail('answered'),
    (thrown: unknown) => thrown as AllModelsFailed,
  );
  const told = JSON.stringify([error.message, error.attempts, await router.status(raise)]);
  expect(told).toContain('Incorrect API key');
  for (const key of Object.values(keys)) expect(told).not.toContain(key);
});

test('each says where it is, from where its key comes and what it can do', async () => {
  const { router, a } = await twoDeployments(
    { a: answering('a'), b: answering('b') },
    { a: { rpm: 60, weight: 2 } },
  );
  const [status] = await router.status(raise);
  expect(status).toMatchObject({
    model,
    configured: true,
    limits: { requestsPerMinute: 60, tokensPerMinute: 90_000, concurrency: 5 },
    deployment: {
      name: 'a',
      server: new URL(a.url).host,
      keyFrom: 'KEY_A',
      weight: 2,
      can: ['chat', 'embeddings'],
    },
  });
});
