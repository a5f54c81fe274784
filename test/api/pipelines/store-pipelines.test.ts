import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pipelineRepository } from '../../../db/repositories/catalog/pipelines.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
let number = 0;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const path = (name: string) => `/api/v1/pipelines/${name}`;
const freeName = () => `own-${(number += 1)}`;
const documentOf = (name: string, value: unknown = 1) => ({
  name,
  nodes: [{ id: 'one', kind: 'transform', value }],
});
const put = (name: string, payload: object, headers: Record<string, string> = {}) =>
  test.ask('PUT', path(name), { payload, headers });
const replace = (name: string, payload: object) => put(name, payload, { 'if-match': '*' });
const putText = (name: string, payload: string, headers: Record<string, string>) =>
  test.ask('PUT', path(name), { payload, headers: { 'content-type': 'text/yaml', ...headers } });

/** Stores a new pipeline; gives its name and its ETag. */
async function stored(value: unknown = 1): Promise<{ name: string; tag: string }> {
  const name = freeName();
  const { status, headers } = await test.post('/api/v1/pipelines', documentOf(name, value));
  expect(status).toBe(201);
  return { name, tag: String(headers['etag']) };
}

describe('POST /api/v1/pipelines', () => {
  it('stores a pipeline that can be read and run from then on', async () => {
    const name = freeName();
    const { status, headers, body } = await test.post('/api/v1/pipelines', documentOf(name));
    expect(status).toBe(201);
    expect(headers).toMatchObject({ location: path(name), etag: `"${body.revision}"` });
    const read = await test.get(path(name));
    expect(read.body).toEqual(body);
    expect(read.headers['etag']).toBe(headers['etag']);
    expect(body).toMatchObject({ source: 'user', document: { nodes: [{ id: 'one' }] } });
    expect((await test.post('/api/v1/runs', { pipeline: name })).status).toBe(201);
  });

  it('keeps the text of a document that was sent as YAML, with its comments', async () => {
    const name = freeName();
    const text = `name: ${name}\nnodes:\n  # why it is here\n  - { id: one, kind: transform, value: 1 }\n`;
    const { body } = await test.ask('POST', '/api/v1/pipelines', {
      payload: text,
      headers: { 'content-type': 'text/yaml' },
    });
    expect(body.text).toBe(text);
    expect((await test.get(path(name))).body.text).toBe(text);
  });

  it('writes the text of a document that was sent as JSON, without the defaults', async () => {
    const { name } = await stored();
    const { body } = await test.get(path(name));
    expect(body.text).toBe(
      `name: ${name}\nnodes:\n  - id: one\n    kind: transform\n    value: 1\n`,
    );
  });

  it('changes nothing where the name is taken, and says what to do', async () => {
    const { name } = await stored(1);
    const { status, body } = await test.post('/api/v1/pipelines', documentOf(name, 2));
    expect(status).toBe(409);
    expect(body).toMatchObject({ type: 'urn:baton:problem:name-taken' });
    expect(body.detail).toContain('another name');
    expect((await test.get(path(name))).body.document.nodes[0].value).toBe(1);
  });

  it('lists every mistake of a document, with paths into it, and stores nothing', async () => {
    const name = freeName();
    const { status, body } = await test.post('/api/v1/pipelines', {
      name,
      nodes: [{ id: 'price', kind: 'tool', tool: 'get_prise' }],
    });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'nodes[0].tool', fix: 'did you mean get_price?' }]);
    expect((await test.get(path(name))).status).toBe(404);
  });
});

describe('PUT /api/v1/pipelines/:name', () => {
  it('replaces what was read', async () => {
    const { name, tag } = await stored();
    const { status, headers, body } = await put(name, documentOf(name, 2), { 'if-match': tag });
    expect(status).toBe(200);
    expect(headers['etag']).not.toBe(tag);
    expect(body.document.nodes[0].value).toBe(2);
  });

  it('does not replace what somebody else has changed meanwhile', async () => {
    const { name, tag } = await stored();
    await put(name, documentOf(name, 'theirs'), { 'if-match': tag });
    const { status, body } = await put(name, documentOf(name, 'mine'), { 'if-match': tag });
    expect(status).toBe(412);
    expect(body).toMatchObject({ type: 'urn:baton:problem:changed-meanwhile' });
    expect((await test.get(path(name))).body.document.nodes[0].value).toBe('theirs');
  });

  it('lets one of two who save at the same time win, and tells the other', async () => {
    const { name, tag } = await stored();
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((value) => put(name, documentOf(name, value), { 'if-match': tag })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
  });

  it('loses no comment of two who save other comments from the same beginning', async () => {
    const { name, tag } = await stored();
    const text = (comment: string) =>
      `name: ${name}\nnodes:\n  # ${comment}\n  - { id: one, kind: transform, value: 1 }\n`;
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((comment) => putText(name, text(comment), { 'if-match': tag })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    const last = await putText(name, text('d'), { 'if-match': tag });
    expect(last.status).toBe(412);
    expect((await test.get(path(name))).body.text).not.toContain('# d');
  });

  it('asks what is to be replaced where something is there, and creates without being told', async () => {
    const name = freeName();
    expect((await put(name, documentOf(name))).status).toBe(201);
    const { status, body } = await put(name, documentOf(name, 2));
    expect(status).toBe(428);
    expect(body).toMatchObject({ type: 'urn:baton:problem:condition-required' });
    expect(body.detail).toContain('If-Match: *');
    expect((await test.get(path(name))).body.document.nodes[0].value).toBe(1);
  });

  it('creates with If-None-Match: *, and only where nothing is', async () => {
    const name = freeName();
    const onlyNew = { 'if-none-match': '*' };
    expect((await put(name, documentOf(name), onlyNew)).status).toBe(201);
    expect((await put(name, documentOf(name, 2), onlyNew)).status).toBe(412);
  });

  it.each([
    ['*', 200],
    ['"old", ETAG', 200],
    ['"old"', 412],
    ['W/ETAG', 412],
  ])('answers If-Match: %s with %i', async (header, expected) => {
    const { name, tag } = await stored();
    const wanted = { 'if-match': header.replace('ETAG', tag) };
    expect((await put(name, documentOf(name, 2), wanted)).status).toBe(expected);
  });

  it('does not bring back with If-Match what was deleted', async () => {
    const { name, tag } = await stored();
    await test.ask('DELETE', path(name));
    for (const header of [tag, '*']) {
      expect((await put(name, documentOf(name), { 'if-match': header })).status).toBe(412);
    }
  });

  it('stores under its own name only', async () => {
    const { name } = await stored();
    const { status, body } = await replace(name, documentOf('another'));
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'name' }]);
  });

  it('keeps moved nodes without a new version, under a new ETag', async () => {
    const { name, tag } = await stored();
    const before = (await test.get(path(name))).body;
    const moved = { ...documentOf(name), layout: { one: { x: 40, y: 80 } } };
    const { headers, body } = await put(name, moved, { 'if-match': tag });
    expect(headers['etag']).not.toBe(tag);
    expect(body.hash).toBe(before.hash);
    expect(body.document.layout).toEqual(moved.layout);
    expect((await test.get(`${path(name)}/versions`)).body.items).toHaveLength(1);
  });
});

describe('GET /api/v1/pipelines/:name/versions', () => {
  it('keeps every content once, the one that was saved last first', async () => {
    const { name } = await stored('a');
    for (const value of ['b', 'a']) await replace(name, documentOf(name, value));
    const { body } = await test.get(`${path(name)}/versions`);
    const values = await Promise.all(
      body.items.map(async ({ hash }: { hash: string }) => {
        const version = await test.get(`${path(name)}/versions/${hash}`);
        return version.body.document.nodes[0].value;
      }),
    );
    expect(values).toEqual(['a', 'b']);
    expect(body.items).toMatchObject([{ current: true }, { current: false }]);
  });

  it('names the author by the credential alone, and says what changed', async () => {
    await test.ask('PUT', '/api/v1/users/version-ann', { payload: { roles: ['author'] } });
    const as = { authorization: `Bearer ${await test.ownKey('version-ann')}` };
    const { name } = await stored('a');
    const first = (await test.get(`${path(name)}/versions`)).body.items[0].author;
    const pretended = { ...documentOf(name, 'b'), author: 'ben' };
    const noted = `${path(name)}?note=${encodeURIComponent(' Says b ✓ ')}`;
    const headers = { ...as, 'if-match': '*' };
    expect((await test.ask('PUT', noted, { payload: pretended, headers })).status).toBe(422);
    expect((await test.ask('PUT', noted, { payload: documentOf(name, 'b'), headers })).status).toBe(
      200,
    );
    const { items } = (await test.get(`${path(name)}/versions`)).body;
    const ann = { author: 'version-ann', savedBy: 'version-ann', note: 'Says b ✓' };
    expect(items).toMatchObject([
      { number: 2, ...ann },
      { number: 1, author: first, savedBy: first, note: null },
    ]);
    // Its author stays who wrote it first, whoever brings it back.
    await replace(name, documentOf(name, 'b'));
    const [again] = (await test.get(`${path(name)}/versions`)).body.items;
    expect(again).toMatchObject({ number: 2, ...ann, savedBy: first });
    expect(again.savedAt > again.createdAt).toBe(true);
  });

  it('has no author for what comes with Baton, and refuses a note without words', async () => {
    const { items } = (await test.get(`${path('price-check')}/versions`)).body;
    expect(items).toMatchObject([{ number: 1, source: 'shipped', author: null, savedBy: null }]);
    const { name } = await stored();
    const options = { payload: documentOf(name, 'b'), headers: { 'if-match': '*' } };
    expect((await test.ask('PUT', `${path(name)}?note=%20`, options)).status).toBe(422);
  });

  it('says so where there is no such version or pipeline', async () => {
    const { name } = await stored();
    expect((await test.get(`${path(name)}/versions/abc`)).status).toBe(404);
    expect((await test.get(`${path('nobody')}/versions`)).status).toBe(404);
  });
});

describe('DELETE /api/v1/pipelines/:name', () => {
  it('deletes a pipeline with its versions', async () => {
    const { name } = await stored();
    expect(await test.ask('DELETE', path(name))).toMatchObject({ status: 204, body: undefined });
    expect((await test.get(path(name))).status).toBe(404);
    await put(name, documentOf(name, 'anew'));
    expect((await test.get(`${path(name)}/versions`)).body.items).toHaveLength(1);
  });

  it('deletes with If-Match only what was read', async () => {
    const { name, tag } = await stored();
    await replace(name, documentOf(name, 'theirs'));
    const { status } = await test.ask('DELETE', path(name), { headers: { 'if-match': tag } });
    expect(status).toBe(412);
    const { headers } = await test.get(path(name));
    const now = { 'if-match': String(headers['etag']) };
    expect((await test.ask('DELETE', path(name), { headers: now })).status).toBe(204);
  });

  it('deletes nothing that was saved after it was looked at', async () => {
    const { name, tag } = await stored();
    const seen = tag.slice(1, -1);
    await replace(name, documentOf(name, 'theirs'));
    expect(await test.services.pipelines.remove(name, { expected: seen })).toBe(false);
    expect((await test.get(path(name))).body.document.nodes[0].value).toBe('theirs');
  });

  it.runIf(process.env['TEST_DATABASE_URL'])(
    'removes also the triggers that are saved while it is removed',
    async () => {
      const { name } = await stored();
      const { db } = test.database;
      const triggers = [{ id: 'told', kind: 'event', event: 'told' }];
      const document = { ...documentOf(name, 2), triggers, inputs: {}, edges: [] } as never;
      let removed: Promise<boolean> | undefined;
      await db.transaction(async (tx) => {
        const publisher = { user: 'local', name: 'operator' };
        const saved = { document, hash: 'other', source: 'user', text: null, publisher } as const;
        await pipelineRepository(tx).put(saved);
        removed = test.services.pipelines.remove(name);
        const waiting = sql`select 1 from pg_locks where not granted and transactionid is not null`;
        const rowsNow = async () => (await tx.execute(waiting)) as unknown as { rows: object[] };
        while ((await rowsNow()).rows.length === 0);
      });
      expect(await removed).toBe(true);
      expect((await test.get(`/api/v1/triggers?pipeline=${name}`)).body.items).toEqual([]);
    },
  );

  it('finds a version by a beginning of its hash that has digits alone', async () => {
    const { name } = await stored();
    const hash = `12345678${'a'.repeat(56)}`;
    const document = { ...documentOf(name, 2), inputs: {}, edges: [] } as never;
    await test.services.pipelines.put({ document, hash, source: 'user', text: null });
    const version = await test.get(`${path(name)}/versions/12345678`);
    expect(version).toMatchObject({ status: 200, body: { hash } });
    expect((await test.get(`${path(name)}/versions/1234567`)).status).toBe(404);
  });

  it('leaves what another pipeline runs', async () => {
    const { name } = await stored();
    const parent = freeName();
    const nodes = [{ id: 'child', kind: 'pipeline', pipeline: name }];
    await put(parent, { name: parent, nodes });
    const { status, body } = await test.ask('DELETE', path(name));
    expect(status).toBe(409);
    expect(body.detail).toContain(parent);
  });

  it('leaves what comes with Baton, and says that it can be copied', async () => {
    const { status, body } = await test.ask('DELETE', path('price-check'));
    expect(status).toBe(409);
    expect(body).toMatchObject({ type: 'urn:baton:problem:shipped' });
    expect(body.detail).toContain('Copy it');
  });

  it('brings back what comes with Baton where one had made it their own', async () => {
    const before = (await test.get(path('price-check'))).body;
    const own = { ...before.document, title: 'My own' };
    expect((await replace('price-check', own)).body).toMatchObject({ source: 'user' });
    expect((await test.ask('DELETE', path('price-check'))).status).toBe(204);
    const { hash, source, text } = before;
    expect((await test.get(path('price-check'))).body).toMatchObject({ hash, source, text });
    const history = async () => (await test.get(`${path('price-check')}/promotions`)).body.items;
    expect((await history())[0]).toMatchObject({ number: 1, from: 2, hash, by: 'operator' });
    // What was number 2 stays what the history says of it.
    await replace('price-check', { ...before.document, title: 'Another' });
    expect((await history())[0]).toMatchObject({ number: 3, from: 1 });
    await test.ask('DELETE', path('price-check'));
  });
});
