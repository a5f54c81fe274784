import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const childOf = (id: string, path: string) =>
  test.get(`/api/v1/runs/${id}/child-pipeline?path=${path}`);

describe('the child of an item or round', () => {
  it('gives the document of a round of a loop, of the version that is pinned, and its nodes', async () => {
    const round = { name: 'pinned-round', nodes: [{ id: 'old', kind: 'transform', value: 1 }] };
    const later = { ...round, nodes: [{ id: 'later', kind: 'transform', value: 1 }] };
    const headers = { 'if-match': '*' };
    await test.post('/api/v1/pipelines', round);
    await test.ask('PUT', '/api/v1/pipelines/pinned-round', { payload: later, headers });
    const loop = { id: 'again', kind: 'loop', pipeline: 'pinned-round', version: 1 };
    const { body: run } = await test.post('/api/v1/runs', {
      document: { name: 'with-rounds', nodes: [loop] },
    });
    const ended = { id: 'old', kind: 'transform', status: 'completed' as const, output: 7 };
    await test.services.runs.finishChild({ runId: run.id, path: 'again.round-2', nodes: [ended] });
    const { body } = await childOf(run.id, 'again.round-2');
    expect(body).toMatchObject({
      document: { name: 'pinned-round', nodes: [{ id: 'old' }] },
      nodes: [{ id: 'old', output: 7 }],
    });
    expect((await childOf(run.id, 'again.round-3')).body.nodes[0].status).toBe('pending');
    for (const path of ['again', 'again.item-1', 'again.round-0']) {
      expect((await childOf(run.id, path)).status).toBe(404);
    }
  });
});
