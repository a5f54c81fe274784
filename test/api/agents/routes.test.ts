import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const own = (name: string, more: object = {}) => ({
  name,
  role: 'Watcher',
  instructions: 'Watch the price.',
  tools: ['get_price'],
  ...more,
});

const make = (name: string, more: object = {}) => test.post('/api/v1/agents', own(name, more));
const put = (name: string, payload: object, headers: Record<string, string> = {}) =>
  test.ask('PUT', `/api/v1/agents/${name}`, { payload, headers });
const remove = (name: string, headers: Record<string, string> = {}) =>
  test.ask('DELETE', `/api/v1/agents/${name}`, { headers });
const list = async (): Promise<any> => (await test.get('/api/v1/agents')).body;
const found = async (name: string) =>
  (await list()).items.find((agent: { name: string }) => agent.name === name);

const taskOf = (agent: string) => ({
  document: { name: 'one-task', nodes: [{ id: 'task', kind: 'agent', agent, task: 'Look' }] },
  input: {},
});

describe('GET /api/v1/agents', () => {
  it('lists what comes with Baton, ready to run', async () => {
    expect(await found('research')).toMatchObject({
      source: 'built-in',
      file: null,
      ready: true,
      missing: [],
      warnings: [],
      updatedBy: null,
    });
  });

  it('lists agents of files, and what is wrong with other files', async () => {
    const before = await test.services.catalog.get();
    const problem = {
      file: 'extensions/agents/odd.yaml',
      line: 3,
      column: 1,
      path: 'tools[0]',
      message: 'tool get_prise not found',
      fix: 'did you mean get_price?',
    };
    const research = before!.agents['research']!;
    await test.services.catalog.publishAgents({
      agents: { ...before!.agents, filed: { ...research, name: 'filed' } },
      agentFiles: { filed: 'extensions/agents/filed.yaml' },
      planners: [],
      fileProblems: [problem],
    });
    expect((await list()).problems).toEqual([problem]);
    expect(await found('filed')).toMatchObject({
      source: 'file',
      file: 'extensions/agents/filed.yaml',
    });
    const { status, body } = await put('filed', own('filed'));
    expect(status).toBe(409);
    expect(body.detail).toContain('extensions/agents/filed.yaml');
    expect((await remove('filed')).status).toBe(409);
    expect((await make('filed')).status).toBe(409);
    await test.publish();
  });
});

describe('an agent of the user’s own', () => {
  it('is made, read, changed and deleted', async () => {
    const made = await make('watcher');
    expect(made.status).toBe(201);
    expect(made.headers.location).toBe('/api/v1/agents/watcher');
    expect(made.body).toMatchObject({
      source: 'api',
      ready: true,
      updatedBy: 'operator',
      limits: { turns: 20, time: '5m' },
    });

    const read = await test.get('/api/v1/agents/watcher');
    expect(read.headers.etag).toBe(made.headers.etag);

    const changed = await put('watcher', own('watcher', { role: 'Night watch' }), {
      'if-match': String(read.headers.etag),
    });
    expect(changed.status).toBe(200);
    expect(changed.body.role).toBe('Night watch');
    expect(changed.headers.etag).not.toBe(made.headers.etag);

    expect((await remove('watcher')).status).toBe(204);
    expect((await test.get('/api/v1/agents/watcher')).status).toBe(404);
  });

  it('is not overwritten by somebody who has not seen its last change', async () => {
    const { headers } = await make('guarded');
    const first = own('guarded', { role: 'First' });
    expect((await put('guarded', first)).status).toBe(428);
    await put('guarded', first, { 'if-match': '*' });
    const late = await put('guarded', own('guarded', { role: 'Second' }), {
      'if-match': String(headers.etag),
    });
    expect(late.status).toBe(412);
    expect((await put('guarded', own('guarded'), { 'if-none-match': '*' })).status).toBe(412);
    expect((await remove('guarded', { 'if-match': String(headers.etag) })).status).toBe(412);
    expect(await found('guarded')).toMatchObject({ role: 'First' });
  });

  it('is refused with every mistake, each at its field', async () => {
    const { status, body } = await make('Odd', {
      instructons: 'x',
      tools: ['get_prise'],
      delegates: ['nobody'],
      models: ['gpt-5.2'],
      output: 'TradeDecison',
    });
    expect(status).toBe(422);
    expect(body.errors.map(({ path }: { path: string }) => path).toSorted()).toEqual([
      'delegates[0]',
      'instructons',
      'models[0]',
      'name',
      'output',
      'tools[0]',
    ]);
  });

  it.each([
    [{ type: 'string' }, 'output.type'],
    [{ type: 'object', properties: { a: { type: 'strin' } } }, 'output.properties.a.type'],
    [{ type: 'object', properties: { a: { pattern: '(a+)+$' } } }, 'output.properties.a.pattern'],
  ])('cannot have the form %j', async (output, path) => {
    const { status, body } = await make('formed', { output });
    expect(status).toBe(422);
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([path]);
  });

  it('can have a JSON Schema for its form', async () => {
    const output = { type: 'object', properties: { verdict: { type: 'string' } } };
    expect((await make('judge', { output })).body.output).toEqual(output);
  });

  it.each(['research', 'leader'])(
    'cannot take the name %s, which comes with Baton',
    async (name) => {
      expect((await make(name)).status).toBe(409);
      expect((await put(name, own(name))).status).toBe(409);
      expect((await remove(name)).status).toBe(409);
    },
  );

  it('cannot take the name of another', async () => {
    await make('twice');
    const { status, body } = await make('twice');
    expect(status).toBe(409);
    expect(body.detail).toContain('PUT /api/v1/agents/twice');
  });

  it('cannot be stored at the address of another', async () => {
    const { status, body } = await put('one_name', own('other_name'));
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'name' }]);
  });

  it('can be sent as YAML, as a file holds it', async () => {
    const { status, body } = await test.ask('POST', '/api/v1/agents', {
      payload: 'name: from_yaml\nrole: Watcher # by night\ninstructions: Watch.\n',
      headers: { 'content-type': 'text/yaml' },
    });
    expect(status).toBe(201);
    expect(body.role).toBe('Watcher');
  });

  it('is not deleted while a pipeline or another agent names it', async () => {
    await make('needed');
    await make('boss', { delegates: ['needed'] });
    const { document } = taskOf('needed');
    expect((await test.post('/api/v1/pipelines', document)).status).toBe(201);
    const { status, body } = await remove('needed');
    expect(status).toBe(409);
    expect(body.detail).toContain('the pipeline one-task, the agent boss');
    await test.ask('DELETE', '/api/v1/pipelines/one-task');
    await remove('boss');
    expect((await remove('needed')).status).toBe(204);
  });

  it('can be named by pipelines at once, and its runs keep the definition they started with', async () => {
    await make('quick');
    const { status, body } = await test.post('/api/v1/runs', taskOf('quick'));
    expect(status).toBe(201);
    await put('quick', own('quick', { role: 'Other' }), { 'if-match': '*' });
    const run = await test.services.runs.get(body.id);
    expect(run?.compiled.agents['quick']).toMatchObject({ role: 'Watcher', tools: ['get_price'] });
  });
});

describe('POST /api/v1/agents/check', () => {
  it('lists mistakes without storing anything', async () => {
    const { status, body } = await test.post('/api/v1/agents/check', own('draft', { limits: 1 }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: false, ready: false, problems: [{ path: 'limits' }] });
    expect(await found('draft')).toBeUndefined();
  });

  it('tells what a valid one would lack', async () => {
    const draft = own('draft', { tools: ['get_fundamentals', 'create_paper_order'] });
    const { body } = await test.post('/api/v1/agents/check', draft);
    expect(body).toMatchObject({
      valid: true,
      ready: false,
      missing: [
        { kind: 'tool', name: 'get_fundamentals', fix: expect.stringContaining('FMP_API_KEY') },
      ],
    });
  });
});

describe('an agent that lacks something', () => {
  it('is shown so, and no run of it is taken: the answer lists everything that is missing', async () => {
    const before = await test.services.catalog.get();
    await test.services.catalog.publish({
      ...before!,
      allowedTools: ['get_price'],
      models: {
        ...before!.models,
        providers: { demo: { missing: null }, openai: { missing: 'set OPENAI_API_KEY' } },
      },
    });
    await make('poor', { models: ['openai:gpt-5.2'], tools: ['get_price', 'search_news'] });
    await make('chief', { delegates: ['poor'] });
    expect(await found('poor')).toMatchObject({
      ready: false,
      missing: [
        { kind: 'model', name: 'openai:gpt-5.2', fix: 'set OPENAI_API_KEY' },
        { kind: 'tool', name: 'search_news', fix: 'add search_news to BATON_ALLOWED_TOOLS' },
      ],
    });
    const { status, body } = await test.post('/api/v1/runs', taskOf('chief'));
    expect(status).toBe(422);
    expect(body.type).toBe('urn:baton:problem:agent-not-ready');
    expect(body.detail).toContain('set OPENAI_API_KEY');
    expect(body.errors).toHaveLength(2);
    expect(body.errors[0]).toMatchObject({
      path: 'nodes.task',
      message: expect.stringContaining('needed by poor'),
    });
    await test.publish();
  });

  it('lacks its memory only where it cannot do without', async () => {
    await test.services.catalog.publishMemory('start Qdrant');
    await make('forgetful');
    await make('mindful', { memory: { required: true } });
    expect(await found('forgetful')).toMatchObject({ ready: true });
    expect(await found('mindful')).toMatchObject({
      ready: false,
      missing: [{ kind: 'memory', fix: 'start Qdrant' }],
    });
    await test.services.catalog.publishMemory(null);
    expect(await found('mindful')).toMatchObject({ ready: true });
  });

  it('can run where its node takes what is missing out', async () => {
    const before = await test.services.catalog.get();
    await test.services.catalog.publish({ ...before!, allowedTools: ['get_price'] });
    await make('narrowed', { tools: ['get_price', 'search_news'] });
    expect((await test.post('/api/v1/runs', taskOf('narrowed'))).status).toBe(422);
    const { document } = taskOf('narrowed');
    const nodes = document.nodes.map((node) => ({ ...node, tools: ['get_price'] }));
    const { status } = await test.post('/api/v1/runs', { document: { ...document, nodes } });
    expect(status).toBe(201);
    await test.publish();
  });
});
