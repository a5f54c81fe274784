import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { NodeState } from '../../../contracts/runs/run.ts';
import { openTestServer } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
let id: string;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const document = {
  name: 'two',
  inputs: { type: 'object', properties: { count: { type: 'integer', default: 1 } } },
  nodes: [
    { id: 'buy', kind: 'transform', value: { bought: 2 } },
    { id: 'tell', kind: 'transform', value: '{{ inputs.count }}' },
  ],
  edges: [{ from: 'buy', to: 'tell' }],
};

const nodes: NodeState[] = [
  { id: 'buy', kind: 'transform', status: 'completed', port: 'done', output: { bought: 2 } },
  { id: 'tell', kind: 'transform', status: 'failed' },
];

beforeEach(async () => {
  id = (await server.post('/api/v1/runs', { document })).body.id;
  const key = { runId: id, nodePath: 'buy', step: 'tool' };
  const label = 'create_paper_order buy 2 SPX';
  const name = 'create_paper_order';
  await server.services.steps.start(key, { kind: 'tool', name, label, attempt: 1 });
  await server.services.steps.finish(key, { status: 'completed', output: { ok: true } });
  const error = { type: 'ToolFailed', message: 'broken' };
  await server.services.runs.finish(id, { status: 'failed', error, nodes });
});

const runsLike = async () => (await server.get(`/api/v1/runs/${id}`)).body.retriedAs;

describe('baton retry', () => {
  it('shows with --dry-run what is kept, what it saves and what was done, and starts nothing', async () => {
    const { code, output, warnings } = await server.baton('retry', id, '--dry-run').ended;
    expect(code).toBe(0);
    expect(output).toMatch(new RegExp(`buy +kept +from ${id}`));
    expect(output).toMatch(/tell +continues where it stopped/);
    expect(output).toContain('Saves: 1 step, 0 tokens in, 0 out, 0 USD');
    expect(warnings).toContain('create_paper_order buy 2 SPX');
    expect(await runsLike()).toEqual([]);
  });

  it('starts a run with a changed input, which `show` and the run that is retried lead to', async () => {
    const { code } = await server.baton('retry', id, '-i', 'count=3').ended;
    expect(code).toBe(0);
    const [retried] = await runsLike();
    const { body } = await server.get(`/api/v1/runs/${retried}`);
    expect(body).toMatchObject({ retryOf: id, input: { count: 3 } });
    const { output } = await server.baton('show', retried).ended;
    expect(output).toContain(`Retry of ${id}`);
    expect(output).toContain(`kept from ${id}`);
  });

  it('uses an output that is given, and warns of what may happen again', async () => {
    const { warnings } = await server.baton('retry', id, '--from', 'buy', '--dry-run').ended;
    expect(warnings).toContain('may happen again');
    const { output } = await server.baton('retry', id, '-o', 'buy={"bought":1}').ended;
    expect(output).toMatch(/buy +output set/);
  });

  it('retries a run once more only with --again', async () => {
    expect((await server.baton('retry', id).ended).code).toBe(0);
    const refused = await server.baton('retry', id).ended;
    expect(refused.code).toBe(1);
    expect(refused.warnings).toContain(`already retries run ${id}`);
    expect(refused.warnings).toContain(`npx baton retry ${id} --again retries run ${id} once more`);
    expect(refused.warnings).not.toContain('again: true');
    expect((await server.baton('retry', id, '--again').ended).code).toBe(0);
    expect(await runsLike()).toHaveLength(2);
  });
});
