import { afterAll, beforeAll, expect, it } from 'vitest';
import { compilePipeline, pipelineHash } from '../../../contracts/pipelines/compile.ts';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import { currentCatalog } from '../../../api/catalog/catalog.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
let count = 0;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const path = (name: string) => `/api/v1/pipelines/${name}`;
const transform = (value: unknown) => ({ id: 'one', kind: 'transform', value });

async function put(document: { name: string } & Record<string, unknown>) {
  const there = (await test.get(path(document.name))).status === 200;
  const headers = there ? { 'if-match': '*' } : {};
  return test.ask('PUT', path(document.name), { payload: document, headers });
}

/** A pipeline with a version for each value. */
async function stored(...values: unknown[]): Promise<string> {
  const name = `callee-${(count += 1)}`;
  for (const value of values)
    expect((await put({ name, nodes: [transform(value)] })).status).toBeLessThan(300);
  return name;
}

const caller = (node: object) => ({
  name: `caller-${(count += 1)}`,
  nodes: [{ id: 'call', ...node }],
});

/** What a run of a pipeline holds of the one that it calls. */
async function held(pipeline: string, more: object = {}) {
  const { status, body } = await test.post('/api/v1/runs', { pipeline, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  const { compiled } = (await test.services.runs.get(body.id))!;
  return Object.fromEntries(
    Object.entries(compiled.pipelines).map(([key, { nodes }]) => [
      key,
      (nodes[0] as { value?: unknown }).value,
    ]),
  );
}

it.each(['pipeline', 'loop', 'map'])(
  'a %s runs the version that it pins, and another the live one',
  async (kind) => {
    const name = await stored('a', 'b', 'c');
    const items = kind === 'map' ? { items: [{}] } : {};
    const pinned = caller({ kind, pipeline: name, version: 2, ...items });
    const free = caller({ kind, pipeline: name, ...items });
    expect((await put(pinned)).status).toBe(201);
    expect((await put(free)).status).toBe(201);
    expect(await held(pinned.name)).toEqual({ [`${name}@2`]: 'b' });
    expect(await held(free.name)).toEqual({ [name]: 'c' });
    // A rollback of the callee is for those who follow it.
    await test.ask('POST', `${path(name)}/promotions`, { payload: { version: '1' } });
    expect(await held(free.name)).toEqual({ [name]: 'a' });
    expect(await held(pinned.name)).toEqual({ [`${name}@2`]: 'b' });
  },
);

it('a pinned version brings what it pins itself', async () => {
  const inner = await stored('a', 'b');
  const middle = `middle-${(count += 1)}`;
  await put({
    name: middle,
    nodes: [{ id: 'call', kind: 'pipeline', pipeline: inner, version: 1 }],
  });
  await put({ name: middle, nodes: [transform('late')] });
  const top = caller({ kind: 'pipeline', pipeline: middle, version: 1 });
  expect((await put(top)).status).toBe(201);
  expect(await held(top.name)).toMatchObject({ [`${inner}@1`]: 'a' });
});

it('a version that is not there is refused, with those that are', async () => {
  const name = await stored('a', 'b');
  const { status, body } = await put(caller({ kind: 'pipeline', pipeline: name, version: 9 }));
  expect(status).toBe(422);
  expect(body.errors).toMatchObject([
    {
      path: 'nodes[0].version',
      message: `pipeline ${name} has no version 9`,
      fix: 'use one of 1, 2',
    },
  ]);
});

it('a map over a tool has no version', async () => {
  const { body } = await put(caller({ kind: 'map', tool: 'get_price', items: [], version: 1 }));
  expect(body.errors).toMatchObject([{ path: 'nodes[0].version' }]);
});

it('the inputs of the pinned version count', async () => {
  const name = `callee-${(count += 1)}`;
  const inputs = (field: string) => ({
    type: 'object',
    properties: { [field]: { type: 'string' } },
    required: [field],
    additionalProperties: false,
  });
  await put({ name, inputs: inputs('old'), nodes: [transform('a')] });
  await put({ name, inputs: inputs('new'), nodes: [transform('a')] });
  const node = (version: object, field: string) =>
    caller({ kind: 'pipeline', pipeline: name, ...version, inputs: { [field]: 'x' } });
  expect((await put(node({ version: 1 }, 'old'))).status).toBe(201);
  expect((await put(node({ version: 1 }, 'new'))).status).toBe(422);
  expect((await put(node({}, 'new'))).status).toBe(201);
});

it('a pipeline may run an older version of itself, and no cycle', async () => {
  const name = await stored('a');
  expect(
    (await put({ name, nodes: [{ id: 'call', kind: 'pipeline', pipeline: name, version: 1 }] }))
      .status,
  ).toBe(200);
  expect(await held(name)).toEqual({ [`${name}@1`]: 'a' });
  const { body } = await put({ name, nodes: [{ id: 'call', kind: 'pipeline', pipeline: name }] });
  expect(body.errors[0].message).toContain('cycle');
});

it('a pipeline whose version somebody pins is not deleted', async () => {
  const name = await stored('a', 'b');
  await put(caller({ kind: 'pipeline', pipeline: name, version: 1 }));
  const { status, body } = await test.ask('DELETE', path(name), { headers: { 'if-match': '*' } });
  expect(status).toBe(409);
  expect(body.detail).toContain('in use by caller-');
});

it('a trigger starts the version that it pins', async () => {
  const name = `triggered-${(count += 1)}`;
  const event = `pinned.${count}`;
  const trigger = { id: 'on_event', kind: 'event', event, overlap: 'allowAll', input: {} };
  await put({ name, nodes: [transform('a')], triggers: [trigger] });
  const second = { name, nodes: [transform('b')], triggers: [{ ...trigger, version: 1 }] };
  expect((await put(second)).status).toBe(200);
  const { body } = await put({ ...second, triggers: [{ ...trigger, version: 7 }] });
  expect(body.errors).toMatchObject([{ path: 'triggers[0].version', fix: 'use one of 1, 2' }]);
  const fired = await test.ask('POST', `/api/v1/triggers/${name}.on_event/fire`, { payload: {} });
  expect(fired.status).toBeLessThan(300);
  const run = (await test.services.runs.get(fired.body.runId))!;
  expect(run.compiled.pipeline.nodes[0]).toMatchObject({ value: 'a' });
});

it('documents without a version keep their content hash', async () => {
  const document = pipelineSchema.parse(caller({ kind: 'pipeline', pipeline: 'x' }));
  expect(JSON.stringify(document)).not.toContain('version');
  expect(await pipelineHash(document)).toBe(
    await pipelineHash(JSON.parse(JSON.stringify(document))),
  );
  const name = await stored('a');
  const pinned = pipelineSchema.parse(caller({ kind: 'pipeline', pipeline: name, version: 1 }));
  const catalog = await currentCatalog(test.services, pinned);
  expect(Object.keys((await compilePipeline(pinned, catalog)).pipelines)).toEqual([`${name}@1`]);
});
