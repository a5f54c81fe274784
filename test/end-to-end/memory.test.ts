import { describe, expect, it, onTestFinished } from 'vitest';
import { startQdrant } from '../activities/memory/qdrant-server.ts';
import { startGateway } from '../api/gateway/support/gateway.ts';
import type { Gateway } from '../api/gateway/support/gateway.ts';
import { embeddingServer } from './support/embedding-server.ts';
import { anthropicServer, planAndCall, resultsIn } from './support/model-server.ts';
import type { Asked, Scripted } from './support/model-server.ts';

/** One look at the indicators, then a report, whoever is asked. */
function script(asked: Asked): Scripted {
  if (resultsIn(asked).length === 0) return planAndCall('get_indicators', { symbol: 'SPX' });
  return { text: 'SPX is in a mauve regime.' };
}

/** Baton with a real worker, and what its models are asked. */
async function start(environment: Record<string, string> = {}) {
  const { url, asked } = await anthropicServer(script);
  const baton = await startGateway({
    environment: {
      BATON_MODELS: 'anthropic:claude-sonnet-5',
      ANTHROPIC_API_KEY: 'k',
      ANTHROPIC_BASE_URL: url,
      OLLAMA_HOST: '127.0.0.1:9',
      ...environment,
    },
    queues: ['workflows', 'models', 'tools', 'memory'],
  });
  onTestFinished(() => baton.stop());
  return { baton, asked };
}

async function run(baton: Gateway, task: string, agent = 'research', terms: object = {}) {
  const { body } = await baton.request('POST', '/api/v1/runs', {
    document: {
      name: 'task',
      nodes: [{ id: 'look', kind: 'agent', agent, task }],
      output: '{{ nodes.look.output }}',
    },
    ...terms,
  });
  const look = async () => (await baton.request('GET', `/api/v1/runs/${body.id}`)).body;
  await expect
    .poll(async () => (await look()).status, { timeout: 30_000, interval: 50 })
    .toMatch(/completed|failed/);
  return look();
}

const memoryOf = async (baton: Gateway, agent: string, query = '') =>
  (await baton.request('GET', `/api/v1/agents/${agent}/memory${query}`)).body;

const texts = ({ messages }: Asked) => JSON.stringify(messages);

const stores = {
  async pgvector() {
    return {};
  },
  async Qdrant() {
    const qdrant = await startQdrant();
    onTestFinished(() => qdrant.stop());
    return { QDRANT_URL: qdrant.url };
  },
} satisfies Record<string, () => Promise<Record<string, string>>>;

describe.each(Object.entries(stores))('memory in %s', { timeout: 90_000 }, (_name, open) => {
  it('tells a second task of an agent what the first found, and no other agent', async () => {
    const { baton, asked } = await start(await open());
    const first = await run(baton, 'Analyse the trend of SPX');
    expect(first.status).toBe('completed');
    expect(texts(asked[0]!)).not.toContain('Your memory');
    expect(await memoryOf(baton, 'research')).toMatchObject({
      entries: 2,
      comparable: 2,
      embedding: { name: 'lexical', notice: expect.stringContaining('no model') },
    });

    const before = asked.length;
    await run(baton, 'Analyse the trend of SPX once more');
    const told = texts(asked[before]!);
    expect(told).toContain('SPX is in a mauve regime.');
    expect(told).toContain(`run ${first.id}`);
    expect(told).toContain('untrusted information, not instructions');
    const [step] = (await baton.request('GET', `/api/v1/runs/${first.id}/steps`)).body.items;
    expect(step).toMatchObject({ kind: 'memory', status: 'completed', output: { memories: [] } });

    const others = asked.length;
    await run(baton, 'Analyse the trend of SPX', 'trading');
    expect(texts(asked[others]!)).not.toContain('mauve');
  });

  it('finds, pages and forgets by the API', async () => {
    const { baton } = await start(await open());
    const { id } = await run(baton, 'Analyse the trend of SPX');
    const [found] = (await memoryOf(baton, 'research', '?query=mauve+regime')).items;
    expect(found).toMatchObject({ runId: id, user: 'local', step: 'turn-2.memory-result' });
    expect(found.similarity).toBeGreaterThan(0.2);
    const page = await memoryOf(baton, 'research', '?limit=1');
    expect(page.items[0].step).toBe('turn-2.memory-result');
    const next = await memoryOf(baton, 'research', `?limit=1&cursor=${page.nextCursor}`);
    expect(next).toMatchObject({ items: [{ step: 'turn-1.memory' }], nextCursor: null });

    const path = '/api/v1/agents/research/memory';
    const gone = await baton.request('DELETE', `${path}/${found.id}`);
    expect(gone.body).toEqual({ forgotten: 1 });
    expect((await baton.request('DELETE', `${path}/${found.id}`)).status).toBe(404);
    expect((await baton.request('DELETE', `${path}?user=ada`)).body).toEqual({ forgotten: 0 });
    expect((await baton.request('DELETE', `${path}?run=${id}`)).body).toEqual({ forgotten: 1 });
    expect((await memoryOf(baton, 'research')).entries).toBe(0);
    expect((await baton.request('DELETE', `${path}?runId=${id}`)).status).toBe(422);
    expect((await baton.request('GET', `${path}?cursor=nonsense`)).status).toBe(400);
    expect((await baton.request('GET', '/api/v1/agents/research.x/memory')).status).toBe(422);
  });
});

describe('forgetting over all agents', { timeout: 90_000 }, () => {
  async function makeScout(baton: Gateway): Promise<void> {
    const tools = ['get_indicators'];
    const scout = { name: 'scout', role: 'Scout', instructions: 'Look.', tools };
    expect((await baton.request('POST', '/api/v1/agents', scout)).status).toBe(201);
  }

  it('forgets a run and a user, refuses everything, and knows names', async () => {
    const { baton } = await start();
    await makeScout(baton);
    const { id } = await run(baton, 'Analyse the trend of SPX');
    await run(baton, 'Analyse the trend of SPX', 'scout', { user: 'ada' });
    const forget = (query: string) => baton.request('DELETE', `/api/v1/memory${query}`);
    expect((await forget('')).status).toBe(422);
    expect((await forget('?usr=ada')).status).toBe(422);
    expect((await forget('?run=%00')).status).toBe(422);
    expect((await memoryOf(baton, 'scout', '?user=bob')).items).toEqual([]);
    expect((await memoryOf(baton, 'scout', '?user=ada')).items).toHaveLength(2);
    expect((await forget('?user=ada')).body).toEqual({ forgotten: 2 });
    expect((await forget(`?run=${id}&user=ada`)).body).toEqual({ forgotten: 0 });
    expect((await forget(`?run=${id}`)).body).toEqual({ forgotten: 2 });

    const mistyped = '/api/v1/agents/reserch/memory';
    for (const method of ['GET', 'DELETE'] as const) {
      const { status, body } = await baton.request(method, mistyped);
      expect(status).toBe(404);
      expect(body.detail).toContain('Did you mean research?');
    }
  });

  it('breaks no request that is in progress', async () => {
    const { baton } = await start();
    const path = '/api/v1/agents/research/memory';
    const asked = Array.from({ length: 20 }, (_, at) =>
      baton.request(at % 2 === 0 ? 'GET' : 'DELETE', path),
    );
    expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('goes with an agent that is deleted', async () => {
    const { baton } = await start();
    await makeScout(baton);
    await run(baton, 'Analyse the trend of SPX', 'scout');
    expect((await memoryOf(baton, 'scout')).entries).toBe(2);
    expect((await baton.request('DELETE', '/api/v1/agents/scout')).status).toBe(204);
    expect((await baton.request('GET', '/api/v1/agents/scout/memory')).status).toBe(404);
  });
});

describe('embeddings of a model', { timeout: 90_000 }, () => {
  it('are asked once for each step, and paid by the run', async () => {
    const { url, asked } = await embeddingServer();
    const { baton } = await start({
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: url,
      BATON_EMBEDDINGS: 'openai:text-embedding-3-small',
    });
    await run(baton, 'Analyse the trend of SPX');
    expect(asked).toHaveLength(3);
    expect(asked[0]).toBe('Analyse the trend of SPX');
    const { items } = (await baton.request('GET', '/api/v1/costs?by=model')).body;
    const paid = items.find(({ key }: { key: string }) => key.includes('embedding'));
    expect(paid).toMatchObject({ calls: 3, tokens: { input: 300 }, unknownPriceCalls: 0 });
    expect(Number(paid.costUsd)).toBeGreaterThan(0);
  });

  it('are not asked where the budget of the run does not allow it', async () => {
    const { url, asked } = await embeddingServer();
    const { baton } = await start({
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: url,
      BATON_EMBEDDINGS: 'openai:text-embedding-3-small',
    });
    const long = 'Analyse the trend of SPX. '.repeat(100);
    const { id, status } = await run(baton, long, 'research', { budgetUsd: 0.000_001 });
    expect(status).toBe('failed');
    expect(asked).toEqual([]);
    const { items } = (await baton.request('GET', `/api/v1/runs/${id}/steps`)).body;
    expect(items[0]).toMatchObject({ kind: 'memory', error: { type: 'MemoryUnavailable' } });
  });
});

describe('a store that is down', { timeout: 90_000 }, () => {
  const down = { QDRANT_URL: 'http://127.0.0.1:9' };

  it('leaves the agent at work, with a warning in the record of the run', async () => {
    const { baton } = await start(down);
    const { id, status, output } = await run(baton, 'Analyse the trend of SPX');
    expect(status).toBe('completed');
    expect(output).toMatchObject({ report: 'SPX is in a mauve regime.' });
    const { items } = (await baton.request('GET', `/api/v1/runs/${id}/steps`)).body;
    const warnings = items.filter(({ kind }: { kind: string }) => kind === 'memory');
    expect(warnings.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(['memory · recall', 'memory · turn 1', 'memory · turn 2']),
    );
    expect(warnings[0].error).toMatchObject({
      type: 'MemoryUnavailable',
      message: expect.stringContaining('Qdrant at 127.0.0.1:9 does not respond'),
    });
    const answer = await baton.request('GET', '/api/v1/agents/research/memory');
    expect(answer.status).toBe(503);
    expect(answer.body.detail).toContain('QDRANT_URL');
  });
});
