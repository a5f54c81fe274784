import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentSchema } from '../../../contracts/agents/index.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

/** A run whose node `desk` runs the pipeline price-check. */
const document = {
  name: 'with-child',
  nodes: [{ id: 'desk', kind: 'pipeline', pipeline: 'price-check', inputs: { symbol: 'SPX' } }],
};
const startRun = async (): Promise<string> => {
  const { body } = await test.post('/api/v1/runs', { document });
  await test.services.runs.start(body.id);
  return body.id;
};

describe('a run', () => {
  it('comes with the document that it runs, defaults filled in', async () => {
    const { body } = await test.get(`/api/v1/runs/${await startRun()}`);
    expect(body.document).toMatchObject({
      name: 'with-child',
      nodes: [{ id: 'desk', kind: 'pipeline', onError: 'fail' }],
    });
  });

  it('says who asked it to stop from the request on, and keeps the first who did', async () => {
    const id = await startRun();
    const { body } = await test.post(`/api/v1/runs/${id}/cancel`, { reason: 'enough' });
    expect(body).toMatchObject({
      status: 'in_progress',
      cancel: { by: 'operator', reason: 'enough' },
    });
    await test.post(`/api/v1/runs/${id}/cancel`, { reason: 'again' });
    const { body: later } = await test.get(`/api/v1/runs/${id}`);
    expect(later.cancel).toEqual({ by: 'operator', reason: 'enough' });
  });
});

describe('GET /api/v1/runs/:id/child-pipeline', () => {
  const childOf = (id: string, path: string) =>
    test.get(`/api/v1/runs/${id}/child-pipeline?path=${path}`);

  it("gives the child's document and its nodes as its own workflow says them", async () => {
    const id = await startRun();
    test.temporal.states.set(`${id}/desk`, {
      status: 'in_progress',
      nodes: [{ id: 'price', kind: 'tool', status: 'completed', startedAt: 0, endedAt: 1000 }],
    });
    const { status, body } = await childOf(id, 'desk');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      path: 'desk',
      stale: false,
      document: { name: 'price-check' },
      nodes: [{ id: 'price', endedAt: '1970-01-01T00:00:01.000Z' }],
      temporalUrl: expect.stringContaining(encodeURIComponent(`${id}/desk`)),
    });
  });

  it('reads the nodes from the records where the workflow does not respond', async () => {
    const id = await startRun();
    const key = { runId: id, nodePath: 'desk/price', step: 'tool' };
    await test.services.steps.start(key, {
      kind: 'tool',
      name: 'get_price',
      label: 'get_price SPX',
      attempt: 1,
    });
    const { body } = await childOf(id, 'desk');
    expect(body).toMatchObject({
      stale: true,
      nodes: [
        { id: 'price', status: 'running' },
        { id: 'confirm', status: 'pending' },
      ],
    });
    await test.services.runs.finish(id, { status: 'cancelled', nodes: [] });
    expect((await childOf(id, 'desk')).body.nodes[0].status).toBe('cancelled');
  });

  it('gives the nodes of a child that has ended from the records, when Temporal has forgotten it', async () => {
    const id = await startRun();
    const price = {
      id: 'price',
      kind: 'tool',
      status: 'completed' as const,
      port: 'out',
      output: { price: 7 },
      startedAt: 1_000,
      endedAt: 2_000,
    };
    const confirm = { id: 'confirm', kind: 'approval', status: 'skipped' as const };
    await test.services.runs.finishChild({ runId: id, path: 'desk', nodes: [price, confirm] });
    await test.services.runs.finishChild({ runId: id, path: 'desk', nodes: [] });
    await test.services.runs.finish(id, { status: 'completed', nodes: [] });
    expect(test.temporal.states.has(`${id}/desk`)).toBe(false);
    const { body } = await childOf(id, 'desk');
    expect(body).toMatchObject({ stale: false, document: { name: 'price-check' } });
    expect(body.nodes).toEqual([
      { ...price, startedAt: '1970-01-01T00:00:01.000Z', endedAt: '1970-01-01T00:00:02.000Z' },
      { ...confirm, startedAt: null, endedAt: null },
    ]);
  });

  it.each(['nowhere', 'desk/price', 'desk/confirm/deeper'])(
    'is not found where no pipeline node is: %s',
    async (path) => {
      const { status, body } = await childOf(await startRun(), path);
      expect(status).toBe(404);
      expect(body.detail).toContain(path);
    },
  );
});

describe('GET /api/v1/runs/:id/conversations', () => {
  const agent = agentSchema.parse({
    name: 'research',
    role: 'Researcher',
    instructions: 'Research.',
    limits: { turns: 5 },
  });

  async function open(runId: string, nodePath: string): Promise<void> {
    await test.services.conversations.open(
      {
        id: `${runId}/${nodePath}`,
        runId,
        nodePath,
        agent,
        delegates: {},
        settings: {},
        budgets: [],
      },
      [
        { role: 'system', text: 'Research.' },
        { role: 'user', text: `Look at SPX, ${nodePath}` },
      ],
    );
  }

  const conversationsAt = (id: string, nodePath: string) =>
    test.get(`/api/v1/runs/${id}/conversations?nodePath=${nodePath}`);

  it('gives the messages in order, without what is for the provider alone', async () => {
    const id = await startRun();
    await open(id, 'research');
    await test.services.conversations.append(`${id}/research`, [
      {
        turn: 1,
        position: 1,
        message: { role: 'tool', callId: 'c1', name: 'get_price', text: '7', isError: false },
      },
      {
        turn: 1,
        position: 0,
        message: {
          role: 'assistant',
          text: 'I look.',
          model: 'demo:trend',
          reasoning: [
            { text: 'Hm.', opaque: { signature: 'secret' } },
            { text: '', opaque: { encrypted: 'secret' } },
          ],
          toolCalls: [
            { id: 'c1', name: 'get_price', args: { symbol: 'SPX' }, signature: 'secret' },
          ],
        },
      },
    ]);
    const { status, body } = await conversationsAt(id, 'research');
    expect(status).toBe(200);
    expect(body.items).toMatchObject([{ nodePath: 'research', agent: { role: 'Researcher' } }]);
    const said = body.items[0].messages;
    expect(
      said.map(({ turn, message }: { turn: number; message: { role: string } }) => [
        turn,
        message.role,
      ]),
    ).toEqual([
      [0, 'system'],
      [0, 'user'],
      [1, 'assistant'],
      [1, 'tool'],
    ]);
    expect(said[2].message).toEqual({
      role: 'assistant',
      text: 'I look.',
      model: 'demo:trend',
      reasoning: ['Hm.'],
      toolCalls: [{ id: 'c1', name: 'get_price', args: { symbol: 'SPX' } }],
    });
    expect(JSON.stringify(body)).not.toContain('secret');
  });

  it('gives each attempt of the node, and neither delegations nor nodes of a similar name', async () => {
    const id = await startRun();
    const paths = [
      'a_b',
      'a_b.try-2',
      'a_b.try-2/turn-1-0-research',
      'a_b/turn-1-0-research',
      'axb.try-2',
    ];
    for (const path of paths) await open(id, path);
    const { body } = await conversationsAt(id, 'a_b');
    expect(body.items.map(({ nodePath }: { nodePath: string }) => nodePath)).toEqual([
      'a_b',
      'a_b.try-2',
    ]);
  });

  it('is empty for a node that has said nothing', async () => {
    expect((await conversationsAt(await startRun(), 'desk')).body.items).toEqual([]);
  });
});

describe('GET /api/v1/runs/:id/outputs', () => {
  const outputOf = (id: string, artifact: string) =>
    test.get(`/api/v1/runs/${id}/outputs?artifact=${encodeURIComponent(artifact)}`);

  it('gives the whole of an output that is too large for its place', async () => {
    const id = await startRun();
    const artifact = `${id}/desk/price#tool`;
    const content = { pages: ['a long one'] };
    await test.services.artifacts.store({ id: artifact, runId: id, content, bytes: 70_000 });
    const { body } = await outputOf(id, artifact);
    expect(body).toEqual({ artifact, bytes: 70_000, output: content });
  });

  it('refuses what it does not have, and what belongs to another run', async () => {
    const [one, other] = [await startRun(), await startRun()];
    const artifact = `${one}/desk/price#tool`;
    await test.services.artifacts.store({ id: artifact, runId: one, content: 1, bytes: 70_000 });
    const { status, body } = await outputOf(other, artifact);
    expect(status).toBe(404);
    expect(body.detail).toContain(`Run ${other} has no stored output ${artifact}`);
  });
});
