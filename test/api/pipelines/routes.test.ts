import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
const priceCheck = new URL('../support/pipelines/price-check.yaml', import.meta.url);

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const validateYaml = (payload: string) =>
  test.ask('POST', '/api/v1/pipelines/validate', {
    payload,
    headers: { 'content-type': 'text/yaml' },
  });

describe('GET /api/v1/pipelines', () => {
  it('lists what is stored, with the schema of the input', async () => {
    const { body } = await test.get('/api/v1/pipelines');
    expect(body).toMatchObject({
      items: [
        {
          name: 'price-check',
          title: 'Check a price',
          source: 'shipped',
          inputs: { required: ['symbol'] },
        },
      ],
      nextCursor: null,
    });
  });

  it('gives one with its document', async () => {
    const { body } = await test.get('/api/v1/pipelines/price-check');
    expect(body.document.nodes).toMatchObject([{ id: 'price' }, { id: 'confirm' }]);
    expect(body.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('says which name was meant', async () => {
    const { status, body } = await test.get('/api/v1/pipelines/pricecheck');
    expect(status).toBe(404);
    expect(body.detail).toContain('Did you mean price-check?');
  });
});

describe('POST /api/v1/pipelines/validate', () => {
  it('finds nothing wrong in a document that can run, in YAML or JSON, and gives one hash', async () => {
    const yaml = await validateYaml(await readFile(priceCheck, 'utf8'));
    const { document, hash } = (await test.get('/api/v1/pipelines/price-check')).body;
    const json = await test.post('/api/v1/pipelines/validate', document);
    expect(yaml.body).toEqual({ valid: true, problems: [], warnings: [], hash });
    expect(json.body).toEqual(yaml.body);
  });

  it('lists ten mistakes of ten kinds, each with its place and a fix', async () => {
    const { status, body } = await test.post('/api/v1/pipelines/validate', {
      name: 'Ten Mistakes',
      inputs: { type: 'objekt' },
      nodes: [
        { id: 'price', kind: 'tool', tool: 'get_prise', args: {} },
        { id: 'price', kind: 'condition', when: 'nodes.price.output >' },
        { id: 'ask', kind: 'agent', agent: 'resarch', task: 'Look' },
        { id: 'confirm', kind: 'approval', show: 1, timeout: 'soon' },
        { id: 'views', kind: 'join', mode: 'quorum' },
        { id: 'odd', kind: 'dance' },
        { id: 'sub', kind: 'pipeline', pipeline: 'price-chek' },
      ],
      edges: [
        { from: 'ask', to: 'nowhere' },
        { from: 'confirm', port: 'maybe', to: 'views' },
      ],
    });
    expect(status).toBe(200);
    expect(body.valid).toBe(false);
    const paths = body.problems.map(({ path }: { path: string }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'name',
        'inputs.type',
        'nodes[0].tool',
        'nodes[1].id',
        'nodes[1].when',
        'nodes[2].agent',
        'nodes[3].timeout',
        'nodes[4].quorum',
        'nodes[5].kind',
        'nodes[6].pipeline',
        'edges[0].to',
        'edges[1].port',
      ]),
    );
    for (const { message, fix } of body.problems) {
      expect(message).not.toBe('');
      expect(fix).not.toBe('');
    }
  });

  it.each([
    ['a list', []],
    ['a text', 'hello'],
    ['nothing', null],
  ])('says that %s is no pipeline', async (_what, document) => {
    const { status, body } = await test.ask('POST', '/api/v1/pipelines/validate', {
      payload: JSON.stringify(document),
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ valid: false, problems: [{ path: '' }] });
  });

  it('says where YAML broke', async () => {
    const { status, body } = await validateYaml('name: a\nnodes: [1, 2\n');
    expect(status).toBe(400);
    expect(body.detail).toMatch(/line 3, column 1/);
  });

  it('does not unfold YAML that grows without end', async () => {
    const layers = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let depth = 1; depth < 9; depth += 1) {
      const alias = Array.from({ length: 9 }, () => `*a${depth - 1}`).join(', ');
      layers.push(`a${depth}: &a${depth} [${alias}]`);
    }
    const { status, body } = await validateYaml(layers.join('\n'));
    expect(status).toBe(400);
    expect(body.detail).toContain('alias');
  });
});

describe('GET /api/v1/tools and /agents', () => {
  it('lists the tools of the workers with the schema of their arguments', async () => {
    const { body } = await test.get('/api/v1/tools');
    expect(body.items).toContainEqual(
      expect.objectContaining({
        id: 'get_price@1',
        name: 'get_price',
        parameters: expect.objectContaining({ type: 'object' }),
      }),
    );
  });

  it('lists the agents', async () => {
    const { body } = await test.get('/api/v1/agents');
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['research', 'trading', 'evaluation', 'leader']),
    );
  });
});
