import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NodeState } from '../../../contracts/runs/run.ts';
import { runs } from '../../../db/schema/index.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const note = (id: string, value: unknown) => ({ id, kind: 'transform', value });

/** A pipeline of two nodes, whose second one failed. */
const document = (second: unknown = 'tell') => ({
  name: 'two-notes',
  inputs: { type: 'object', properties: { topic: { type: 'string', default: 'tea' } } },
  nodes: [note('first', '{{ inputs.topic }}'), note('second', second)],
  edges: [{ from: 'first', to: 'second' }],
});

const nodes: NodeState[] = [
  { id: 'first', kind: 'transform', status: 'completed', port: 'done', output: 'tea' },
  { id: 'second', kind: 'transform', status: 'failed' },
];

async function failedRun(terms: object = {}, error = { type: 'NoAnswer', message: 'no answer' }) {
  const { body } = await test.post('/api/v1/runs', { document: document(), ...terms });
  await test.services.runs.finish(body.id, { status: 'failed', error, nodes });
  return body.id as string;
}

const retry = (id: string, body: object = {}, rest: { headers?: Record<string, string> } = {}) =>
  test.ask('POST', `/api/v1/runs/${id}/retry`, { payload: body, ...rest });

const actionsOf = async (id: string, body: object) =>
  (await retry(id, { ...body, dryRun: true })).body.nodes.map(
    ({ action }: { action: string }) => action,
  );

describe('POST /api/v1/runs/:id/retry', () => {
  it('starts a run on the same terms, which says what it keeps', async () => {
    const id = await failedRun({ priority: 'high', budgetUsd: 2, user: 'ada' });
    const { status, body } = await retry(id);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      retryOf: id,
      user: 'ada',
      priority: 'high',
      budget: { usd: 2 },
      nodes: [
        { id: 'first', status: 'completed', keptFrom: id },
        { id: 'second', status: 'pending' },
      ],
    });
    expect(test.temporal.workflows.get(body.id)?.options.args).toMatchObject([
      { runId: body.id, retry: { of: id, kept: [{ id: 'first' }], continued: ['second'] } },
    ]);
  });

  it('of a task takes the newest version of its agent, where it is asked for', async () => {
    const agent = {
      name: 'looker',
      role: 'Looker',
      instructions: 'Look once.',
      tools: ['get_price'],
    };
    const made = await test.ask('POST', '/api/v1/agents', { payload: agent });
    expect(made.status).toBe(201);
    const { body: task } = await test.post('/api/v1/tasks', { agent: 'looker', task: 'Look' });
    const error = { type: 'NoAnswer', message: 'no answer' };
    await test.services.runs.finish(task.id, { status: 'failed', error, nodes: [] });
    const headers = { 'if-match': String(made.headers['etag']) };
    const changed = { ...agent, instructions: 'Look twice.' };
    const put = await test.ask('PUT', '/api/v1/agents/looker', { payload: changed, headers });
    expect(put.status).toBe(200);
    const instructionsOf = async (body: object) => {
      const { status, body: run } = await retry(task.id, { again: true, ...body });
      expect(status).toBe(201);
      return test.temporal.workflows.get(run.id)?.input?.compiled.agents['looker']?.instructions;
    };
    expect(await instructionsOf({})).toBe('Look once.');
    expect(await instructionsOf({ pipeline: 'latest' })).toBe('Look twice.');
  });

  it('is one run when the same request is sent twice', async () => {
    const id = await failedRun();
    const headers = { 'idempotency-key': `retry-${id}` };
    const [one, other] = [await retry(id, {}, { headers }), await retry(id, {}, { headers })];
    expect(other.body.id).toBe(one.body.id);
    expect((await retry(id, { from: 'first' }, { headers })).body.type).toContain('key-in-use');
  });

  it('is one run where several are asked for at once, until another is asked for', async () => {
    const id = await failedRun();
    const answers = await Promise.all([retry(id), retry(id), retry(id)]);
    const started = answers.filter(({ status }) => status === 201);
    expect(started).toHaveLength(1);
    const first = started[0]!.body.id;
    for (const { status, body } of answers.filter((answer) => answer !== started[0])) {
      expect(status).toBe(409);
      expect(body.detail).toContain(`Run ${first} already retries run ${id}`);
      expect(body.help.request).toBe(`POST /api/v1/runs/${id}/retry with again: true`);
    }
    const { body } = await retry(id, { again: true });
    expect(await test.services.runs.retriesOf(id)).toEqual([first, body.id]);
  });

  it('continues every node that had begun in a run that was terminated', async () => {
    const { body } = await test.post('/api/v1/runs', { document: document() });
    await test.services.runs.start(body.id);
    for (const nodePath of ['first', 'second']) {
      const key = { runId: body.id, nodePath, step: 'tool' };
      const call = { kind: 'tool' as const, name: 'http_post', label: 'http_post', attempt: 1 };
      await test.services.steps.start(key, { ...call, input: {} });
      await test.services.steps.finish(key, { status: 'completed', output: 'sent' });
    }
    test.temporal.workflows.get(body.id)!.status = 'TERMINATED';
    expect((await test.get(`/api/v1/runs/${body.id}`)).body.error.type).toBe('Terminated');
    const { effects, nodes: planned } = (await retry(body.id, { dryRun: true })).body;
    expect(planned).toMatchObject([{ action: 'continues' }, { action: 'continues' }]);
    expect(effects).toMatchObject([{ mayRepeat: false }, { mayRepeat: false }]);
  });

  it('needs no node that runs where the output of the failed one is given', async () => {
    const id = await failedRun();
    const { status, body } = await retry(id, { outputs: { second: 'told' } });
    expect(status).toBe(201);
    expect(body.nodes).toMatchObject([
      { id: 'first', keptFrom: id },
      { id: 'second', status: 'completed', pinned: true },
    ]);
  });

  it('runs one node alone, which counts as no retry', async () => {
    const id = await failedRun();
    const { status, body } = await retry(id, { only: 'second' });
    expect(status).toBe(201);
    expect(body.nodes).toMatchObject([{ id: 'first', keptFrom: id }, { id: 'second' }]);
    expect(await actionsOf(id, { only: 'first' })).toEqual(['runs', 'skipped']);
    // Once more, and the run can still be retried.
    expect(await retry(id, { only: 'second' })).toMatchObject({ status: 201 });
    expect((await test.get(`/api/v1/runs/${id}`)).body.retriedAs).toEqual([]);
    expect(await retry(id)).toMatchObject({ status: 201 });
  });

  it('runs one node of a draft, with the outputs that are given', async () => {
    const id = await failedRun();
    const draft = document({ said: '{{ nodes.first.output }}' });
    const request = { only: 'second', document: draft, outputs: { first: 'pinned' } };
    const { status, body } = await retry(id, request);
    expect(status).toBe(201);
    expect(body.document.nodes[1]).toMatchObject({ value: { said: '{{ nodes.first.output }}' } });
    expect(body.nodes).toMatchObject([{ id: 'first', pinned: true }, { id: 'second' }]);
    const broken = { ...draft, nodes: [...draft.nodes, note('third', '{{ nodes.fourth }}')] };
    const refused = await retry(id, { ...request, document: broken });
    expect(refused.status).toBe(422);
    expect(refused.body.errors[0].path).toBe('document.nodes[2].value');
  });

  it('says why a node cannot be tried', async () => {
    const { body: created } = await test.post('/api/v1/runs', { document: document() });
    const ended: NodeState[] = [
      { id: 'first', kind: 'transform', status: 'failed' },
      { id: 'second', kind: 'transform', status: 'pending' },
    ];
    const error = { type: 'NoAnswer', message: 'no answer' };
    await test.services.runs.finish(created.id, { status: 'failed', error, nodes: ended });
    const reason = async (body: object) => (await retry(created.id, body)).body.errors;
    expect(await reason({ only: 'second' })).toMatchObject([
      { path: 'only', fix: 'give the output of first in outputs' },
    ]);
    expect(await reason({ only: 'sekond' })).toMatchObject([
      { path: 'only', fix: expect.stringContaining('second') },
    ]);
    expect(await reason({ only: 'second', from: 'first' })).toMatchObject([{ path: 'only' }]);
    const pinned = { only: 'second', outputs: { second: 1 } };
    expect(await reason(pinned)).toMatchObject([{ path: 'only' }]);
    expect((await reason({ only: 'second/inner' }))[0]).toMatchObject({
      path: 'only',
      fix: 'try it in a run of its pipeline',
    });
  });

  it('does not try a node whose approval was not reached, and says what to do where one was rejected', async () => {
    const gate = { id: 'gate', kind: 'approval', show: 1 };
    const edges = [
      { from: 'first', to: 'gate' },
      { from: 'gate', to: 'second' },
      { from: 'first', to: 'second' },
    ];
    const asking = { ...document(), nodes: [...document().nodes, gate], edges };
    const { body: created } = await test.post('/api/v1/runs', { document: asking });
    const error = { type: 'NoAnswer', message: 'no answer' };
    const ended: NodeState[] = [
      { id: 'first', kind: 'transform', status: 'failed' },
      { id: 'second', kind: 'transform', status: 'pending' },
      { id: 'gate', kind: 'approval', status: 'pending' },
    ];
    await test.services.runs.finish(created.id, { status: 'failed', error, nodes: ended });
    const { body } = await retry(created.id, { only: 'second' });
    expect(body.errors[0].message).toMatch(/runs after first, which did not lead to it/);
    // With its output, the approval is asked for.
    const actions = await actionsOf(created.id, { only: 'second', outputs: { first: 1 } });
    expect(actions).toEqual(['pinned', 'runs', 'runs']);
  });

  it('of one node tells nobody, and is not retried itself', async () => {
    const id = await failedRun({ notify: { webhook: 'https://hooks.example.com/baton' } });
    const { body: tried } = await retry(id, { only: 'second' });
    expect(await test.services.runs.get(tried.id)).toMatchObject({ notify: 'none' });
    const error = { type: 'OfATry', message: 'no answer' };
    await test.services.runs.finish(tried.id, { status: 'failed', error, nodes });
    expect(await retry(tried.id)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(`Retry run ${id}`) },
    });
    const all = await test.post('/api/v1/runs/retry', { error: 'OfATry', dryRun: true });
    expect(all.body.runs).toEqual([]);
  });

  it('runs nodes again that read an input that is changed', async () => {
    const id = await failedRun();
    expect(await actionsOf(id, {})).toEqual(['kept', 'continues']);
    expect(await actionsOf(id, { input: { topic: 'tea' } })).toEqual(['kept', 'continues']);
    expect(await actionsOf(id, { input: { topic: 'rum' } })).toEqual(['runs', 'runs']);
    expect(await retry(id, { input: { topic: 7 } })).toMatchObject({ status: 422 });
  });

  it('uses the newest version of the pipeline where it is asked to, and keeps what did not change', async () => {
    const id = await failedRun();
    expect((await retry(id, { pipeline: 'latest' })).body.type).toContain('unknown-pipeline');
    await test.ask('PUT', '/api/v1/pipelines/two-notes', {
      payload: document('another text'),
      headers: { 'if-none-match': '*' },
    });
    expect(await actionsOf(id, { pipeline: 'latest' })).toEqual(['kept', 'runs']);
    const { body } = await retry(id, { pipeline: 'latest' });
    expect(body.document.nodes[1].value).toBe('another text');
  });

  describe('from a node inside of a child pipeline', () => {
    const parent = {
      name: 'with-desk',
      nodes: [
        note('before', 'x'),
        { id: 'desk', kind: 'pipeline', pipeline: 'two-notes-desk', inputs: {} },
        note('after', '{{ nodes.desk.output }}'),
      ],
      edges: [
        { from: 'before', to: 'desk' },
        { from: 'desk', to: 'after' },
      ],
    };
    const done = (id: string, kind: NodeState['kind'] = 'transform'): NodeState => {
      return { id, kind, status: 'completed', port: 'done', output: 'x' };
    };
    let id = '';
    beforeAll(async () => {
      await test.ask('PUT', '/api/v1/pipelines/two-notes-desk', {
        payload: { ...document(), name: 'two-notes-desk' },
        headers: { 'if-none-match': '*' },
      });
      const { status, body } = await test.post('/api/v1/runs', { document: parent });
      expect(status).toBe(201);
      ({ id } = body);
      for (const nodePath of ['desk/first', 'desk/second', 'after']) {
        const key = { runId: id, nodePath, step: 'tool' };
        await test.services.steps.start(key, {
          kind: 'tool',
          name: 'get_price',
          label: nodePath,
          attempt: 1,
        });
        await test.services.steps.finish(key, { status: 'completed', attempt: 1, output: 1 });
      }
      await test.services.runs.finishChild({
        runId: id,
        path: 'desk',
        nodes: [done('first'), done('second')],
      });
      const ended = [done('before'), done('desk', 'pipeline'), done('after')];
      await test.services.runs.finish(id, { status: 'completed', output: 'x', nodes: ended });
    });

    it('continues with the child, and counts as saved only what is kept in it', async () => {
      const { status, body } = await retry(id, { from: 'desk/second', dryRun: true });
      expect(status).toBe(200);
      expect(body.nodes).toMatchObject([
        { id: 'before', action: 'kept' },
        { id: 'desk', action: 'continues' },
        { id: 'after', action: 'runs' },
      ]);
      expect(body.saved.steps).toBe(1);
      const started = await retry(id, { from: 'desk/second' });
      expect(test.temporal.workflows.get(started.body.id)?.input?.retry).toMatchObject({
        continued: ['desk'],
        inside: { node: 'desk', item: '', from: 'second' },
      });
    });

    it.each([
      ['a child that is not there', 'dsk/second', 'desk'],
      ['a node of it that is not there', 'desk/secnd', 'second'],
      ['a node that runs no pipeline', 'before/second', 'use before'],
      ['an item of what is no map', 'desk.item-1/second', 'write desk/second'],
    ])('refuses %s', async (_what, from, fix) => {
      const { status, body } = await retry(id, { from, again: true });
      expect(status).toBe(422);
      expect(body.errors).toMatchObject([{ path: 'from', fix: expect.stringContaining(fix) }]);
    });

    it('refuses it where the child runs from the start', async () => {
      const answer = await retry(id, {
        from: 'desk/second',
        outputs: { before: 1 },
        again: true,
      });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toMatchObject([{ path: 'from', fix: 'use desk' }]);
    });
  });

  it('keeps the terms for outages of the run with the newest version, also in a retry of the retry', async () => {
    await test.ask('PUT', '/api/v1/pipelines/patient-notes', {
      payload: { ...document(), name: 'patient-notes', outageTimeout: '9h' },
      headers: { 'if-none-match': '*' },
    });
    const retryLatest = async (id: string) => {
      const error = { type: 'NoAnswer', message: 'no answer' };
      await test.services.runs.finish(id, { status: 'failed', error, nodes });
      const { status, body } = await retry(id, { pipeline: 'latest' });
      expect(status).toBe(201);
      const { input } = test.temporal.workflows.get(body.id)!;
      const { onOutage, outageTimeout } = input!.compiled.pipeline;
      return { id: body.id as string, terms: { onOutage, outageTimeout } };
    };
    const start = async (terms: object) =>
      (await test.post('/api/v1/runs', { pipeline: 'patient-notes', ...terms })).body.id as string;
    const first = await retryLatest(await start({ onOutage: 'fail' }));
    expect(first.terms).toEqual({ onOutage: 'fail' });
    expect((await retryLatest(first.id)).terms).toEqual({ onOutage: 'fail' });
    expect((await retryLatest(await start({}))).terms).toEqual({ outageTimeout: '9h' });
  });

  it.each([
    ['a node that is not there', { from: 'secnd' }, 'from'],
    ['an output for one that is not there', { outputs: { third: 1 } }, 'outputs.third'],
    ['an output for the node to retry from', { from: 'first', outputs: { first: 1 } }, 'from'],
  ])('refuses %s', async (_what, body, path) => {
    const answer = await retry(await failedRun(), body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path }]);
  });

  it('refuses a run that goes on, and one in which nothing is left to run', async () => {
    const { body } = await test.post('/api/v1/runs', { document: document() });
    expect(await retry(body.id)).toMatchObject({ status: 409 });
    const [first, second] = nodes;
    const done = [first!, { ...second!, status: 'completed' as const, port: 'done' }];
    await test.services.runs.finish(body.id, { status: 'completed', nodes: done });
    const answer = await retry(body.id);
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain('`from`');
  });

  it('lets people retry their own runs alone, and give outputs only where they may write pipelines', async () => {
    await test.ask('PUT', '/api/v1/users/ann', { payload: { roles: ['operator'] } });
    const headers = { authorization: `Bearer ${await test.ownKey('ann')}` };
    const [own, other] = [await failedRun({ user: 'ann' }), await failedRun({ user: 'bob' })];
    expect(await retry(other, {}, { headers })).toMatchObject({ status: 403 });
    expect(await retry(own, { outputs: { first: 'x' } }, { headers })).toMatchObject({
      status: 403,
    });
    expect(await retry(own, { document: document() }, { headers })).toMatchObject({ status: 403 });
    expect(await retry(own, {}, { headers })).toMatchObject({ status: 201 });
  });
});

describe('the forecast of a retry', () => {
  const place = { nodePath: 'second', step: 'tool' };
  const http = { kind: 'tool' as const, name: 'http_post', label: 'http_post', attempt: 1 };
  const effectsOf = async (id: string) =>
    (await retry(id, { dryRun: true })).body.effects.map(
      ({ runId, status, mayRepeat }: { runId: string; status: string; mayRepeat: boolean }) => ({
        runId,
        status,
        mayRepeat,
      }),
    );

  it('lists what was done and what is in progress, once, and nothing that nobody had approved', async () => {
    const { steps } = test.services;
    const id = await failedRun();
    const key = { runId: id, ...place };
    await steps.start(key, { ...http, input: { to: 'ann' } });
    await steps.wait(key, 'It needs approval', 1);
    await steps.endOpen(id);
    expect(await effectsOf(id)).toEqual([]);
    await steps.start(key, { ...http, input: { to: 'ann' } });
    await steps.wait(key, 'It waits', 1);
    await steps.endOpen(id);
    expect(await effectsOf(id)).toEqual([{ runId: id, status: 'unfinished', mayRepeat: false }]);

    const { body } = await retry(id);
    await steps.start({ runId: body.id, ...place }, { ...http, input: { to: 'ann' } });
    await steps.finish({ runId: body.id, ...place }, { status: 'completed', output: 'sent' });
    const error = { type: 'NoAnswer', message: 'no answer' };
    await test.services.runs.finish(body.id, { status: 'failed', error, nodes });
    expect(await effectsOf(body.id)).toEqual([
      { runId: body.id, status: 'done', mayRepeat: false },
    ]);
  });

  it('lists what its other retries have done, which may happen again', async () => {
    const { steps } = test.services;
    const id = await failedRun();
    const [{ body: first }, { body: second }] = [await retry(id), await retry(id, { again: true })];
    const key = { runId: first.id, ...place };
    await steps.start(key, { ...http, input: { to: 'ann' } });
    await steps.finish(key, { status: 'completed', output: 'sent' });
    const done = { runId: first.id, status: 'done', mayRepeat: true };
    expect(await effectsOf(id)).toEqual([done]);
    await test.services.runs.finish(second.id, {
      status: 'failed',
      error: { type: 'NoAnswer', message: 'no answer' },
      nodes,
    });
    const { effects } = (await retry(second.id, { dryRun: true })).body;
    expect(effects).toMatchObject([{ ...done, isOfOtherRetry: true }]);
  });

  it('says of a node that was not reached that it runs, and of one that had begun that it continues', async () => {
    const { body } = await test.post('/api/v1/runs', { document: document() });
    const error = { type: 'NoAnswer', message: 'no answer' };
    const ended: NodeState[] = [
      { id: 'first', kind: 'transform', status: 'completed', port: 'done', output: 'tea' },
      { id: 'second', kind: 'transform', status: 'pending' },
    ];
    await test.services.runs.finish(body.id, { status: 'failed', error, nodes: ended });
    expect(await actionsOf(body.id, {})).toEqual(['kept', 'runs']);
  });

  it('lists a failed call that may have been executed, and none that its tool has answered', async () => {
    const { steps } = test.services;
    const id = await failedRun();
    const key = { runId: id, ...place };
    const error = { type: 'EXECUTION_ERROR', message: 'It may have been executed.' };
    await steps.start(key, { ...http, input: { to: 'ann' } });
    await steps.finish(key, { status: 'failed', error });
    expect(await effectsOf(id)).toEqual([]);
    await steps.finish(key, { status: 'failed', error: { ...error, doubt: true } });
    expect(await effectsOf(id)).toEqual([{ runId: id, status: 'unfinished', mayRepeat: false }]);
  });
});

describe('POST /api/v1/runs/retry', () => {
  it('retries the runs with an error that nobody retried yet', async () => {
    const down = { type: 'ProviderDown', message: 'down' };
    const ids = [await failedRun({}, down), await failedRun({}, down)];
    await failedRun();
    const filter = { error: 'ProviderDown' };
    const { body: listed } = await test.get('/api/v1/runs?error=ProviderDown');
    expect(listed.items.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed());

    const dry = (await test.post('/api/v1/runs/retry', { ...filter, dryRun: true })).body;
    expect(dry.runs).toMatchObject([
      { id: ids[1], retriedAs: null, problem: null },
      { id: ids[0], retriedAs: null, problem: null },
    ]);
    const one = (await test.post('/api/v1/runs/retry', { ...filter, limit: 1 })).body;
    expect(one).toMatchObject({ runs: [{ id: ids[1] }], more: true });
    const rest = (await test.post('/api/v1/runs/retry', filter)).body;
    expect(rest).toMatchObject({ runs: [{ id: ids[0] }], more: false });
    const started = await test.get(`/api/v1/runs/${rest.runs[0].retriedAs}`);
    expect(started.body.retryOf).toBe(ids[0]);
    expect((await test.post('/api/v1/runs/retry', filter)).body.runs).toEqual([]);
  });

  it('retries the runs that a trigger started', async () => {
    const [own, _other] = [await failedRun(), await failedRun()];
    const trigger = 'two-notes/hourly';
    await test.database.db.update(runs).set({ trigger }).where(eq(runs.id, own));
    const { body } = await test.post('/api/v1/runs/retry', { trigger, dryRun: true });
    expect(body.runs).toMatchObject([{ id: own }]);
  });

  it('retries the runs that are named, and none that match since', async () => {
    const shown = await failedRun({}, { type: 'Shown', message: 'shown' });
    const later = await failedRun({}, { type: 'Shown', message: 'shown' });
    const { body } = await test.post('/api/v1/runs/retry', { ids: [shown] });
    expect(body).toMatchObject({ runs: [{ id: shown, problem: null }], more: false });
    expect(await test.services.runs.retriesOf(shown)).toHaveLength(1);
    expect(await test.services.runs.retriesOf(later)).toEqual([]);
    const again = (await test.post('/api/v1/runs/retry', { ids: [shown] })).body;
    expect(again.runs).toEqual([]);
  });

  it('retries each run once where the filter is sent twice at once', async () => {
    const ids = [];
    for (let index = 0; index < 3; index += 1) {
      ids.push(await failedRun({}, { type: 'Crowded', message: 'crowded' }));
    }
    const send = () => test.post('/api/v1/runs/retry', { error: 'Crowded' });
    await Promise.all([send(), send()]);
    for (const id of ids) expect(await test.services.runs.retriesOf(id)).toHaveLength(1);
  });

  it('says of a run why it cannot be retried', async () => {
    const error = { type: 'Gone', message: 'gone' };
    const id = await failedRun({ document: { ...document(), name: 'not-stored' } }, error);
    const { body } = await test.post('/api/v1/runs/retry', { error: 'Gone', version: 'latest' });
    expect(body.runs).toMatchObject([
      { id, retriedAs: null, problem: expect.stringContaining('Pipeline not-stored not found') },
    ]);
  });
});
