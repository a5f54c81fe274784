import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
let id: string;

beforeAll(async () => {
  server = await openTestServer();
  const { body } = await server.post('/api/v1/runs', {
    pipeline: 'price-check',
    input: { symbol: 'SPX' },
  });
  id = body.id;
  await server.services.runs.start(id);
});
afterAll(() => server.close());

describe('baton runs', () => {
  it('lists runs with status and pipeline', async () => {
    const { code, output } = await server.baton('runs').ended;
    expect(code).toBe(0);
    expect(output).toMatch(new RegExp(`^${id} {2}in progress {2}price-check`));
  });

  it('mentions further runs separately from the list', async () => {
    const second = await server.post('/api/v1/runs', {
      pipeline: 'price-check',
      input: { symbol: 'SPX' },
    });
    const { output, warnings } = await server.baton('runs', '--limit', '1').ended;
    await server.services.runs.finish(second.body.id, { status: 'completed', nodes: [] });
    expect(output.split('\n')).toHaveLength(1);
    expect(warnings).toContain('More: --limit 2');
  });

  it('lists those of a status alone', async () => {
    const { output } = await server.baton('runs', '--status', 'failed').ended;
    expect(output).not.toContain(id);
  });
});

describe('baton cancel', () => {
  it('asks the run to stop, with the reason', async () => {
    const { code, output } = await server.baton('cancel', id, '--reason', 'enough').ended;
    expect(code).toBe(0);
    expect(output).toContain('Cancelling ');
    expect(server.temporal.signals.at(-1)).toMatchObject({
      workflowId: id,
      argument: { reason: 'enough' },
    });
  });
});

describe('baton show', () => {
  it('gives an account of a run that has ended', async () => {
    const step = { runId: id, nodePath: 'price', step: 'tool' };
    await server.services.steps.start(step, {
      kind: 'tool',
      name: 'get_price',
      label: 'get_price SPX',
      attempt: 2,
    });
    await server.services.steps.finish(step, {
      status: 'failed',
      error: { type: 'EXECUTION_ERROR', message: 'no such symbol' },
    });
    await server.services.runs.finish(id, {
      status: 'failed',
      error: { type: 'EXECUTION_ERROR', message: 'Give another symbol.', node: 'price' },
      partial: { done: ['something'] },
      nodes: [
        { id: 'price', kind: 'tool', status: 'failed', startedAt: 0, endedAt: 65_000 },
        { id: 'confirm', kind: 'approval', status: 'pending' },
      ],
    });
    const { code, output } = await server.baton('show', id).ended;
    expect(code).toBe(0);
    for (const part of [
      'Check a price',
      'symbol: SPX',
      'price failed   1 min 5 s',
      'confirm not started',
      '! price · get_price SPX',
      'attempt 2   no such symbol',
      'Tokens: 0 in, 0 out',
      `In the app: ${server.address}/runs/${id}\nTemporal UI: http://127.0.0.1:8233/namespaces/default/workflows/${id}`,
      'price: Give another symbol.',
      'Partial results',
    ]) {
      expect(output).toContain(part);
    }
  });

  it('prints JSON with the steps', async () => {
    const { output } = await server.baton('show', id, '--json').ended;
    expect(JSON.parse(output)).toMatchObject({ id, steps: [{ label: 'get_price SPX' }] });
  });

  it('watches a run that has ended to its end, with its exit code', async () => {
    const { code, output } = await server.baton('show', id, '--watch').ended;
    expect(code).toBe(1);
    expect(output).toContain('price failed');
  });

  it('says that a run does not exist', async () => {
    const { code, warnings } = await server.baton('show', 'run_nope').ended;
    expect(code).toBe(1);
    expect(warnings).toContain('Run run_nope not found. npx baton runs lists all runs.');
  });
});
