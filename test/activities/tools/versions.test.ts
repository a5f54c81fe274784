import { expect, test } from 'vitest';
import { createRegistry } from '../../../activities/tools/registry.ts';
import { toolGap } from '../../../contracts/tools/tool-gaps.ts';
import { toolsByName } from '../../../contracts/tools/tools.ts';
import { keptAudit, order, someExecutor, someRequest, someTool } from './support/executor.ts';

const version = (number: number, minute = 100) =>
  someTool({ version: number, rateLimit: { minute }, handle: async () => number });
const both = () => someExecutor([version(2), version(1)]);

test('versions exist together: the bare name is the newest, and each can be requested', async () => {
  const tools = both();
  for (const [name, output] of [
    ['get_price', 2],
    ['get_price@2', 2],
    ['get_price@1', 1],
  ] as const) {
    expect(await tools.run(someRequest({ tool: name }))).toMatchObject({ output });
    expect(tools.find(name)?.version).toBe(output);
  }
});

test('an agent keeps to the version that it declares, by the bare name', async () => {
  const audit = keptAudit();
  const tools = someExecutor([version(2), version(1)], { audit });
  expect(await tools.run(someRequest({ allowedTools: ['get_price@1'] }))).toMatchObject({
    output: 1,
  });
  expect(await tools.run(someRequest({ allowedTools: ['get_price'] }))).toMatchObject({
    output: 2,
  });
  expect(audit.rows().map((row) => row.version)).toEqual([1, 2]);
});

test('where a version alone is allowed to agents, they may use that one', async () => {
  const terms = { plan: 'premium' as const, allowedTools: ['get_price@1'] };
  const tools = someExecutor([version(2), version(1)], { terms });
  expect(await tools.run(someRequest({ allowedTools: ['get_price@1'] }))).toMatchObject({
    output: 1,
  });
  const newest = tools.run(someRequest({ allowedTools: ['get_price'] }));
  await expect(newest).rejects.toThrow(
    'Agents cannot use get_price@2 here. Add it to BATON_ALLOWED_TOOLS to allow it.',
  );
  const [spec] = tools.list();
  expect(toolGap(spec!, terms)?.message).toBe('is not allowed for agents');
  expect(toolGap(spec!.earlier![0]!, terms)).toBeUndefined();
});

test('the list has the newest of each, which tells the earlier ones as plain data', () => {
  const list = both().list();
  expect(list).toMatchObject([{ id: 'get_price@2', earlier: [{ id: 'get_price@1' }] }]);
  expect(JSON.parse(JSON.stringify(list))).toEqual(list);
  expect(Object.keys(toolsByName(list)).toSorted()).toEqual([
    'get_price',
    'get_price@1',
    'get_price@2',
  ]);
});

test('versions share their limits, which are those of the newest', async () => {
  const tools = someExecutor([version(2, 2), version(1, 50)]);
  await tools.run(someRequest({ tool: 'get_price@1' }));
  await tools.run(someRequest({ tool: 'get_price@2' }));
  await expect(tools.run(someRequest({ tool: 'get_price@1' }))).rejects.toMatchObject({
    code: 'RATE_LIMIT',
  });
});

test('tools are found by category and by plan', () => {
  const registry = createRegistry([someTool(), order({ plan: 'pro' })]);
  const names = (filter?: Parameters<typeof registry.list>[0]) =>
    registry.list(filter).map(({ name }) => name);
  expect(names({ category: 'trading' })).toEqual(['place_order']);
  expect(names({ plan: 'free' })).toEqual(['get_price']);
  expect(names({ plan: 'premium' })).toEqual(['get_price', 'place_order']);
});

test('what is left of the limits can be asked for, and asking costs nothing', async () => {
  const tools = someExecutor([someTool({ rateLimit: { minute: 3, day: 10 } })]);
  const untouched = await tools.quota('get_price', 'local');
  expect(untouched).toEqual([
    { window: 'minute', limit: 3, remaining: 3, resetAt: null },
    { window: 'day', limit: 10, remaining: 10, resetAt: null },
  ]);
  await tools.run(someRequest());
  for (let asked = 0; asked < 5; asked += 1) await tools.quota('get_price', 'local');
  const [minute, day] = await tools.quota('get_price@1', 'local');
  expect(minute).toMatchObject({ remaining: 2, resetAt: expect.any(Date) });
  expect(day).toMatchObject({ remaining: 9 });
  expect(minute!.resetAt!.getTime()).toBeLessThanOrEqual(Date.now() + 60_000);
  expect(await tools.quota('get_price', 'another')).toEqual(untouched);
});

test('a cancel needs no permission to trade, an order does', async () => {
  const tools = someExecutor(
    [order(), someTool({ name: 'cancel_paper_order', category: 'trading', sideEffect: true })],
    { aiTrading: false },
  );
  await expect(tools.run(someRequest({ tool: 'place_order' }))).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
  });
  await expect(tools.run(someRequest({ tool: 'cancel_paper_order' }))).resolves.toMatchObject({
    status: 'completed',
  });
});

test('an answer is worked on before it is kept', async () => {
  const tools = someExecutor([
    someTool({ postProcess: (output, { symbol }) => ({ symbol, ...(output as object) }) }),
  ]);
  const output = { symbol: 'SPX', price: 1 };
  expect(await tools.run(someRequest())).toMatchObject({ output, metadata: { cached: false } });
  expect(await tools.run(someRequest())).toMatchObject({ output, metadata: { cached: true } });
});

test('a tool with a side effect is never quick', () => {
  expect(() => order({ quick: true })).toThrow('place_order has a side effect');
});
