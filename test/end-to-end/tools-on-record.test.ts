import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { runOf, startBaton, stepsOf, untilStatus } from './support/baton.ts';
import type { Baton } from './support/baton.ts';

/** The chain that the documentation shows. */
async function documentedChain(): Promise<object[]> {
  const text = await readFile(new URL('../../docs/pipelines.md', import.meta.url), 'utf8');
  const nodes = text.split('```yaml node\n').slice(1);
  const [chain = ''] = nodes.map((block) => block.split('```')[0]!).filter(isChain);
  return parse(chain) as object[];
}

const isChain = (node: string) => node.includes('next:');

const inputs = { type: 'object', properties: { symbol: { type: 'string', default: 'SPX' } } };

const post = (baton: Baton, nodes: object[], user: string, edges: object[] = []) =>
  baton.request('POST', '/api/v1/runs', {
    document: { name: 'recorded', inputs, nodes, ...(edges.length > 0 && { edges }) },
    input: { symbol: 'SPX' },
    user,
  });

async function start(...run: Parameters<typeof post>): Promise<string> {
  const { status, body } = await post(...run);
  expect(body).toMatchObject({ id: expect.any(String) });
  expect(status).toBe(201);
  return body.id;
}

const audit = async (baton: Baton, id: string) =>
  (await baton.request('GET', `/api/v1/audit?run=${id}`)).body.items;

it(
  'a run is held to what its user may do, and each call of it is on record',
  { timeout: 180_000 },
  async () => {
    const baton = await startBaton({ OLLAMA_HOST: 'http://127.0.0.1:9' });
    await baton.request('PUT', '/api/v1/users/ada', { plan: 'free' });

    const chained = await start(baton, await documentedChain(), 'ada');
    await untilStatus(baton, chained, 'completed');
    const { output } = await runOf(baton, chained);
    expect(output).toMatchObject({
      price: { price: { symbol: 'SPX' }, size: { quantity: expect.any(Number) } },
    });
    expect((await stepsOf(baton, chained)).map(({ name, status }) => [name, status])).toEqual([
      ['get_price', 'completed'],
      ['calculate_position_size', 'completed'],
    ]);
    await expect.poll(async () => (await audit(baton, chained)).length, { timeout: 5_000 }).toBe(2);
    expect(await audit(baton, chained)).toMatchObject([
      { tool: 'calculate_position_size', user: 'ada', key: `${chained}/price#tool.size` },
      { tool: 'get_price', user: 'ada', key: `${chained}/price#tool`, outcome: 'completed' },
    ]);

    const portfolio = { id: 'p', kind: 'tool', tool: 'get_portfolio' };
    expect(await post(baton, [portfolio], 'ada')).toMatchObject({
      status: 403,
      body: { type: expect.stringContaining('plan-required'), errors: [{ path: 'nodes.p' }] },
    });
    const asked = { id: 'asked', kind: 'condition', when: 'inputs.symbol == "SPX"' };
    const wayTo = { from: 'asked', to: 'p', port: 'yes' };
    const refused = await start(baton, [asked, portfolio], 'ada', [wayTo]);
    await untilStatus(baton, refused, 'failed');
    const { error } = await runOf(baton, refused);
    expect(error).toMatchObject({ type: 'PLAN_REQUIRED', node: 'p' });
    expect(error.message).toContain('baton user ada --plan pro');
    await expect
      .poll(() => audit(baton, refused), { timeout: 5_000 })
      .toMatchObject([
        {
          tool: 'get_portfolio',
          outcome: 'refused',
          code: 'PLAN_REQUIRED',
          message: error.message,
        },
      ]);
  },
);
