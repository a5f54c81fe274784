import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import { bookCall } from '../support/booked-call.ts';
import type { TestApp } from '../support/app.ts';
import { refused, unreachable } from '../support/fake-temporal.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());
beforeEach(() => {
  test.temporal.failure = undefined;
});

const start = (body: object) => test.post('/api/v1/runs', body);
const startPriceCheck = async (): Promise<string> =>
  (await start({ pipeline: 'price-check', input: { symbol: 'SPX' } })).body.id;

describe('POST /api/v1/runs', () => {
  it('stores the run with defaults filled in, starts its workflow under the same id, and gives the run', async () => {
    const { status, headers, body } = await start({
      pipeline: 'price-check',
      input: { symbol: 'SPX' },
    });
    expect(status).toBe(201);
    expect(headers.location).toBe(`http://127.0.0.1:3000/api/v1/runs/${body.id}`);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^run_[0-9a-z]{26}$/),
      pipeline: 'price-check',
      title: 'Check a price',
      input: { symbol: 'SPX', limit: 10 },
      workflowId: body.id,
      temporalUrl: `http://127.0.0.1:8233/namespaces/default/workflows/${body.id}`,
      costUsd: '0',
      unknownPriceCalls: 0,
      budget: null,
      usage: { inputTokens: 0, outputTokens: 0 },
    });
    const workflow = test.temporal.workflows.get(body.id);
    expect(workflow?.input).toMatchObject({
      runId: body.id,
      path: '',
      depth: 0,
      input: { symbol: 'SPX', limit: 10 },
      compiled: { pipeline: { name: 'price-check' } },
    });
    expect(workflow?.options.staticSummary).toMatch(/^Check a price · .*symbol=SPX/);
    expect(workflow?.options.staticDetails).toContain(`/api/v1/runs/${body.id}`);
  });

  it('runs a document that is not stored', async () => {
    const document = {
      name: 'once',
      nodes: [{ id: 'sum', kind: 'transform', value: '{{ 1.0 + 1.0 }}' }],
    };
    const { status, body } = await start({ document });
    expect(status).toBe(201);
    expect(body).toMatchObject({ pipeline: 'once', title: null, input: {} });
    expect((await test.get('/api/v1/pipelines/once')).status).toBe(404);
  });

  it('names the field of an unknown pipeline and what was meant', async () => {
    const { status, headers, body } = await start({ pipeline: 'price-chek' });
    expect(status).toBe(422);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(body).toMatchObject({
      type: 'urn:baton:problem:unknown-pipeline',
      status: 422,
      instance: '/api/v1/runs',
      errors: [{ path: 'pipeline', fix: 'did you mean price-check?' }],
    });
  });

  it('names every input that does not fit', async () => {
    const { status, body } = await start({
      pipeline: 'price-check',
      input: { limit: 'ten', extra: 1 },
    });
    expect(status).toBe(422);
    expect(body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'input.extra',
      'input.limit',
      'input.symbol',
    ]);
  });

  it('lists the mistakes of a document', async () => {
    const document = { name: 'Bad Name', nodes: [{ id: 'a', kind: 'tool', tool: 'get_prise' }] };
    const { status, body } = await start({ document });
    expect(status).toBe(422);
    expect(body.errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: 'document.name' }),
        expect.objectContaining({
          path: 'document.nodes[0].tool',
          fix: 'did you mean get_price?',
        }),
      ]),
    );
  });

  it.each([
    ['neither a name nor a document', {}],
    ['both a name and a document', { pipeline: 'price-check', document: {} }],
  ])('refuses %s', async (_what, body) => {
    const answer = await start(body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path: 'pipeline' }]);
  });

  it('names a field that it does not know', async () => {
    const { status, body } = await start({ pipeline: 'price-check', inputs: { symbol: 'SPX' } });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'inputs', fix: 'did you mean input?' }]);
  });

  it('keeps a run that Temporal cannot take now, and says that it starts later', async () => {
    test.temporal.failure = unreachable;
    const { status, body } = await start({ pipeline: 'price-check', input: { symbol: 'SPX' } });
    expect(status).toBe(202);
    expect(body).toMatchObject({ status: 'pending', notice: expect.stringContaining('starts') });
    expect((await test.get(`/api/v1/runs/${body.id}`)).body.status).toBe('pending');
  });

  it('ends a run that Temporal refuses for good', async () => {
    test.temporal.failure = refused;
    const { body } = await start({ pipeline: 'price-check', input: { symbol: 'SPX' } });
    expect(body).toMatchObject({
      status: 'failed',
      error: { type: 'StartRefused', message: expect.stringContaining('payload exceeds') },
    });
  });
});

describe('GET /api/v1/runs/:id', () => {
  it('takes the nodes of a run that goes on from its workflow', async () => {
    const id = await startPriceCheck();
    await test.services.runs.start(id);
    test.temporal.states.set(id, {
      status: 'in_progress',
      nodes: [
        { id: 'price', kind: 'tool', status: 'completed', startedAt: 0, endedAt: 1000, output: 7 },
        { id: 'confirm', kind: 'approval', status: 'running', startedAt: 1000 },
      ],
    });
    const { body } = await test.get(`/api/v1/runs/${id}`);
    expect(body).toMatchObject({ status: 'in_progress', stale: false, notice: null });
    expect(body.nodes).toEqual([
      {
        id: 'price',
        kind: 'tool',
        status: 'completed',
        output: 7,
        startedAt: '1970-01-01T00:00:00.000Z',
        endedAt: '1970-01-01T00:00:01.000Z',
      },
      {
        id: 'confirm',
        kind: 'approval',
        status: 'running',
        startedAt: '1970-01-01T00:00:01.000Z',
        endedAt: null,
      },
    ]);
  });

  it('reads the nodes from the records, and says so, when no worker answers', async () => {
    const id = await startPriceCheck();
    await test.services.runs.start(id);
    const step = { runId: id, nodePath: 'price', step: 'tool' };
    await test.services.steps.start(step, {
      kind: 'tool',
      name: 'get_price',
      label: 'get_price SPX',
      attempt: 1,
    });
    const { body } = await test.get(`/api/v1/runs/${id}`);
    expect(body).toMatchObject({
      stale: true,
      notice: expect.stringContaining('No worker'),
      nodes: [
        { id: 'price', status: 'running' },
        { id: 'confirm', status: 'pending' },
      ],
    });
  });

  it('gives a run that has ended from the record, with what was too large to travel', async () => {
    const id = await startPriceCheck();
    const artifact = `${id}/report#run-output`;
    const content = { text: 'long' };
    await test.services.artifacts.store({ id: artifact, runId: id, content, bytes: 70_000 });
    await test.services.runs.finish(id, {
      status: 'completed',
      output: { report: { artifact, bytes: 70_000, preview: 'lo' } },
      nodes: [{ id: 'price', kind: 'tool', status: 'completed' }],
    });
    const { body } = await test.get(`/api/v1/runs/${id}`);
    expect(body).toMatchObject({
      status: 'completed',
      output: { report: { text: 'long' } },
      nodes: [{ id: 'price', status: 'completed' }],
    });
  });

  it.each([
    ['TERMINATED', 'cancelled', 'Terminated'],
    ['FAILED', 'failed', 'WorkflowFailed'],
    ['TIMED_OUT', 'timeout', 'WorkflowTimeout'],
  ])('ends a run whose workflow is %s in Temporal as %s', async (outside, status, type) => {
    const id = await startPriceCheck();
    await test.services.runs.start(id);
    const workflow = test.temporal.workflows.get(id);
    if (workflow) workflow.status = outside;
    const { body } = await test.get(`/api/v1/runs/${id}`);
    expect(body).toMatchObject({ status, error: { type } });
    expect(body.endedAt).not.toBeNull();
  });

  it('adds up the tokens of its steps', async () => {
    const id = await startPriceCheck();
    for (const step of ['turn-1', 'turn-2']) {
      const key = { runId: id, nodePath: 'price', step };
      await test.services.steps.start(key, { kind: 'model', name: 'm', label: step, attempt: 1 });
      await test.services.steps.finish(key, {
        status: 'completed',
        inputTokens: 10,
        outputTokens: 2,
      });
    }
    const { body } = await test.get(`/api/v1/runs/${id}`);
    expect(body.usage).toEqual({ inputTokens: 20, outputTokens: 4 });
  });

  it('answers 404 for another run', async () => {
    const { status, body } = await test.get('/api/v1/runs/run_nope');
    expect(status).toBe(404);
    expect(body.detail).toContain('run_nope');
  });
});

describe('GET /api/v1/runs/:id/steps', () => {
  it('reads on after the last one seen', async () => {
    const id = await startPriceCheck();
    for (const step of ['one', 'two', 'three']) {
      await test.services.steps.start(
        { runId: id, nodePath: 'price', step },
        { kind: 'tool', name: 'get_price', label: step, attempt: 1, input: { symbol: step } },
      );
    }
    const first = await test.get(`/api/v1/runs/${id}/steps?limit=2`);
    expect(first.body.items).toMatchObject([
      { label: 'one', status: 'running', input: { symbol: 'one' }, endedAt: null },
      { label: 'two' },
    ]);
    const rest = await test.get(`/api/v1/runs/${id}/steps?after=${first.body.nextCursor}`);
    expect(rest.body).toMatchObject({ items: [{ label: 'three' }], nextCursor: null });
  });
});

describe('POST /api/v1/runs/:id/cancel', () => {
  it('signals the workflow with who asked and why', async () => {
    const id = await startPriceCheck();
    await test.services.runs.start(id);
    const { status } = await test.post(`/api/v1/runs/${id}/cancel`, { reason: 'enough' });
    expect(status).toBe(202);
    expect(test.temporal.signals.at(-1)).toEqual({
      workflowId: id,
      name: 'requestCancel',
      argument: { by: 'operator', reason: 'enough' },
    });
  });

  it('needs no body', async () => {
    const id = await startPriceCheck();
    await test.services.runs.start(id);
    expect((await test.ask('POST', `/api/v1/runs/${id}/cancel`)).status).toBe(202);
  });

  it('starts a run that was not started, so that its end is recorded like any', async () => {
    test.temporal.failure = unreachable;
    const id = await startPriceCheck();
    test.temporal.failure = undefined;
    expect((await test.post(`/api/v1/runs/${id}/cancel`, {})).status).toBe(202);
    expect(test.temporal.workflows.has(id)).toBe(true);
    expect(test.temporal.signals.at(-1)).toMatchObject({ workflowId: id, name: 'requestCancel' });
  });

  it('refuses a run that has ended', async () => {
    const id = await startPriceCheck();
    await test.services.runs.finish(id, { status: 'completed', output: 1, nodes: [] });
    const { status, body } = await test.post(`/api/v1/runs/${id}/cancel`, {});
    expect(status).toBe(409);
    expect(body.type).toBe('urn:baton:problem:conflict');
  });

  it('says that nothing was changed when Temporal is unavailable', async () => {
    const id = await startPriceCheck();
    await test.services.runs.start(id);
    test.temporal.failure = unreachable;
    const { status, body } = await test.post(`/api/v1/runs/${id}/cancel`, {});
    expect(status).toBe(503);
    expect(body.detail).toContain('Temporal');
  });
});

describe('GET /api/v1/runs', () => {
  it('lists the newest first, page by page, without a gap or a repeat', async () => {
    const started = [];
    for (let count = 0; count < 5; count += 1) started.push(await startPriceCheck());
    const { body: all } = await test.get('/api/v1/runs?limit=200');
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor ? `&cursor=${cursor}` : '';
      const { body } = await test.get(`/api/v1/runs?limit=2${query}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(all.items.map(({ id }: { id: string }) => id));
    expect(seen.slice(0, 5).toSorted()).toEqual(started.toSorted());
  });

  it('filters by status and pipeline', async () => {
    const id = await startPriceCheck();
    await test.services.runs.finish(id, {
      status: 'cancelled',
      nodes: [],
      cancel: { by: 'operator' },
    });
    const { body } = await test.get('/api/v1/runs?status=cancelled&pipeline=price-check');
    expect(body.items.map((run: { id: string }) => run.id)).toContain(id);
    expect(new Set(body.items.map((run: { status: string }) => run.status))).toEqual(
      new Set(['cancelled']),
    );
  });

  it('filters by the version that they run', async () => {
    const id = await startPriceCheck();
    const version = (await test.services.runs.subject(id)).compiled.hash;
    const { body } = await test.get(`/api/v1/runs?version=${version}&limit=1`);
    expect(body.items.map((run: { id: string }) => run.id)).toEqual([id]);
    expect((await test.get('/api/v1/runs?version=another')).body.items).toEqual([]);
  });

  it('filters by user and by text, which counts as it is written', async () => {
    const startFor = async (symbol: string, user: string) => {
      const request = { pipeline: 'price-check', input: { symbol }, user };
      return (await test.post('/api/v1/runs', request)).body.id as string;
    };
    const [odd, other] = [
      await startFor('100%_SURE', 'linus'),
      await startFor('100 SURE', 'margaret'),
    ];
    const listed = async (query: string) => {
      const { body } = await test.get(`/api/v1/runs?${query}`);
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await listed('user=linus')).toEqual([odd]);
    expect(await listed('text=100%25_sure')).toEqual([odd]);
    expect((await listed('text=sure')).toSorted()).toEqual([odd, other].toSorted());
    expect(await listed(`text=${other}`)).toEqual([other]);
    expect(await listed('text=sure&user=nobody')).toEqual([]);
  });

  it('finds runs by output, error, failed node and cost', async () => {
    const [good, bad] = [await startPriceCheck(), await startPriceCheck()];
    await test.services.runs.finish(good, {
      status: 'completed',
      output: { advice: 'Buy the Needle-Fund' },
      nodes: [{ id: 'price', kind: 'tool', status: 'completed' }],
    });
    await test.services.runs.finish(bad, {
      status: 'failed',
      error: { type: 'Odd', message: 'No hay for the needle-fund' },
      nodes: [{ id: 'price', kind: 'tool', status: 'failed' }],
    });
    await bookCall(test, { inputTokens: 1, outputTokens: 1, runId: good, costUsd: '0.7' });
    await bookCall(test, { inputTokens: 1, outputTokens: 1, runId: good, costUsd: '0.7' });
    const listed = async (query: string) => {
      const { body } = await test.get(`/api/v1/runs?${query}`);
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await listed('text=needle-fund')).toEqual([bad, good]);
    expect(await listed('text=needle-fund&limit=1')).toEqual([bad]);
    expect(await listed('text=the%20hay')).toEqual([]);
    expect(await listed('text=hay%20for')).toEqual([bad]);
    expect(await listed('text=message')).toEqual([]);
    expect(await listed('failedNode=price&text=needle')).toEqual([bad]);
    expect(await listed('failedNode=price')).toContain(bad);
    expect(await listed('failedNode=price')).not.toContain(good);
    expect(await listed('failedNode=confirm&text=needle')).toEqual([]);
    expect(await listed('minCostUsd=1.4')).toEqual([good]);
    expect(await listed('minCostUsd=1.41')).toEqual([]);
    expect((await test.get('/api/v1/runs?minCostUsd=much')).status).toBe(422);
  });

  it('says what each run has used, and where a price is not known', async () => {
    const [paid, unpriced] = [await startPriceCheck(), await startPriceCheck()];
    const call = { inputTokens: 10, outputTokens: 2 };
    await bookCall(test, { ...call, runId: paid, costUsd: '0.25' });
    await bookCall(test, { ...call, runId: paid, costUsd: '0.5' });
    await bookCall(test, { ...call, runId: unpriced });
    const { body } = await test.get('/api/v1/runs?limit=2');
    const byId = new Map(body.items.map((run: { id: string }) => [run.id, run]));
    expect(byId.get(paid)).toMatchObject({
      costUsd: '0.75',
      unknownPriceCalls: 0,
      usage: { inputTokens: 20, outputTokens: 4 },
      cancel: null,
    });
    expect(byId.get(unpriced)).toMatchObject({ costUsd: null, unknownPriceCalls: 1 });
  });

  it.each(['status=done', 'limit=0', 'limit=many', 'text='])('refuses ?%s', async (query) => {
    const { status, body } = await test.get(`/api/v1/runs?${query}`);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: query.split('=')[0] }]);
  });

  it('refuses a cursor that it did not give', async () => {
    expect((await test.get('/api/v1/runs?cursor=nonsense')).status).toBe(400);
  });
});
