import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pipelines, pipelineVersions } from '../../../db/schema/index.ts';
import { loseKey } from '../../support/lose-key.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
let count = 0;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const path = (name: string) => `/api/v1/pipelines/${name}`;
const documentOf = (name: string, value: unknown, more: object = {}) => ({
  name,
  nodes: [{ id: 'one', kind: 'transform', value }],
  ...more,
});

/** A pipeline with a version for each value. */
async function stored(...values: unknown[]): Promise<string> {
  const name = `promoted-${(count += 1)}`;
  for (const value of values) await save(name, value);
  return name;
}

async function save(name: string, value: unknown, more: object = {}) {
  const headers = (await test.get(path(name))).status === 404 ? {} : { 'if-match': '*' };
  const answer = await test.ask('PUT', path(name), {
    payload: documentOf(name, value, more),
    headers,
  });
  expect(answer.status).toBeLessThan(300);
  return answer;
}

const choose = (name: string, publishing: string) =>
  test.ask('PUT', `${path(name)}/publishing`, { payload: { publishing } });
const promote = (name: string, version: string, headers: Record<string, string> = {}) =>
  test.ask('POST', `${path(name)}/promotions`, { payload: { version }, headers });
const history = async (name: string) => (await test.get(`${path(name)}/promotions`)).body.items;

/** What a run of it starts with. */
async function runs(name: string, more: object = {}) {
  const { status, body } = await test.post('/api/v1/runs', { pipeline: name, ...more });
  expect(status).toBe(201);
  return (await test.get(`/api/v1/runs/${body.id}`)).body.document.nodes[0].value;
}
const value = ({ body }: { body: { document: { nodes: { value: unknown }[] } } }) =>
  body.document.nodes[0]?.value;

describe('a pipeline that nobody promotes', () => {
  it('is live as it is saved, and its history says who did that', async () => {
    const name = await stored('a', 'b');
    expect(await runs(name)).toBe('b');
    const { body } = await test.get(path(name));
    expect(body).toMatchObject({ publishing: 'on-save', liveHash: body.hash });
    expect(await history(name)).toMatchObject([
      { number: 2, from: 1, by: 'operator' },
      { number: 1, from: null, by: 'operator' },
    ]);
  });

  it('rolls back to an older version, which is its document again', async () => {
    const name = await stored('a', 'b');
    const { body } = await promote(name, '1');
    expect(value({ body })).toBe('a');
    expect(await runs(name)).toBe('a');
    expect(value(await test.get(path(name)))).toBe('a');
    expect((await history(name))[0]).toMatchObject({ number: 1, from: 2 });
    const { items } = (await test.get(`${path(name)}/versions`)).body;
    expect(items).toMatchObject([
      { number: 1, current: true },
      { number: 2, current: false },
    ]);
    await save(name, 'c');
    expect(await runs(name)).toBe('c');
  });
});

describe('a pipeline that is promoted by hand', () => {
  it('keeps the live version while others are saved, until one is promoted', async () => {
    const name = await stored('a');
    expect((await choose(name, 'by-hand')).body.publishing).toBe('by-hand');
    const saved = await save(name, 'b');
    expect(saved.body.hash).not.toBe(saved.body.liveHash);
    expect(value(await test.get(path(name)))).toBe('b');
    expect(value(await test.get(`${path(name)}?version=live`))).toBe('a');
    expect(await runs(name)).toBe('a');
    expect(await runs(name, { version: '2' })).toBe('b');
    expect(await runs(name, { version: saved.body.hash.slice(0, 8) })).toBe('b');
    await promote(name, saved.body.hash);
    expect(await runs(name)).toBe('b');
    expect((await history(name)).map(({ number }: { number: number }) => number)).toEqual([2, 1]);
  });

  it('goes on from the draft when an older version is live again', async () => {
    const name = await stored('a', 'b');
    await choose(name, 'by-hand');
    await promote(name, '1');
    expect(await runs(name)).toBe('a');
    expect(value(await test.get(path(name)))).toBe('b');
    expect(await choose(name, 'on-save')).toMatchObject({ status: 409 });
    // What is live, saved again, throws the draft away.
    await save(name, 'a');
    expect(await choose(name, 'on-save')).toMatchObject({ status: 200 });
  });

  it('replaces with If-Match only the draft that was read', async () => {
    const name = await stored('a');
    await choose(name, 'by-hand');
    const { headers } = await save(name, 'b');
    const other = await test.ask('PUT', path(name), {
      payload: documentOf(name, 'c'),
      headers: { 'if-match': String(headers['etag']) },
    });
    expect(other.status).toBe(200);
    const late = await test.ask('PUT', path(name), {
      payload: documentOf(name, 'd'),
      headers: { 'if-match': String(headers['etag']) },
    });
    expect(late.status).toBe(412);
    const live = await test.get(`${path(name)}?version=live`);
    const ofLive = { 'if-match': String(live.headers['etag']) };
    expect((await test.ask('DELETE', path(name), { headers: ofLive })).status).toBe(412);
  });

  it('has the triggers of its live version, which act for who promotes it', async () => {
    const name = await stored('a');
    await choose(name, 'by-hand');
    const triggers = [{ id: 'told', kind: 'event', event: 'told' }];
    await save(name, 'b', { triggers });
    const list = async () => (await test.get(`/api/v1/triggers?pipeline=${name}`)).body.items;
    expect(await list()).toEqual([]);
    await test.ask('PUT', '/api/v1/users/promoting-ann', { payload: { roles: ['author'] } });
    const author = { authorization: `Bearer ${await test.ownKey('promoting-ann')}` };
    expect((await promote(name, '2', author)).status).toBe(403);
    expect((await promote(name, '2')).status).toBe(200);
    expect(await list()).toMatchObject([{ name: 'told' }]);
    expect((await promote(name, '1', author)).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('goes on where no key opens the live version: another is saved and promoted', async () => {
    const name = await stored('a');
    await choose(name, 'by-hand');
    await loseKey(test.database.db, pipelines, sql`name = ${name}`);
    await loseKey(test.database.db, pipelineVersions, sql`name = ${name}`);
    expect(await save(name, 'b')).toMatchObject({ status: 200, body: { publishing: 'by-hand' } });
    expect(await promote(name, '1')).toMatchObject({ status: 500 });
    expect(await choose(name, 'by-hand')).toMatchObject({ status: 200 });
    expect(await promote(name, '2')).toMatchObject({ status: 200 });
    expect(await runs(name)).toBe('b');
    expect(await choose(name, 'on-save')).toMatchObject({ status: 200 });
  });

  it('is what runs in pipelines that run it', async () => {
    const name = await stored('a');
    await choose(name, 'by-hand');
    await save(name, 'b');
    const parent = await stored();
    const nodes = [{ id: 'child', kind: 'pipeline', pipeline: name }];
    await test.ask('PUT', path(parent), { payload: { name: parent, nodes } });
    const { body } = await test.post('/api/v1/runs', { pipeline: parent });
    const run = await test.services.runs.get(body.id);
    expect(run?.compiled.pipelines[name]).toMatchObject({ nodes: [{ value: 'a' }] });
  });
});

describe('POST /api/v1/pipelines/:name/promotions', () => {
  it('refuses versions that are not there, and those whose parts are gone', async () => {
    const name = await stored('a');
    expect((await promote(name, '7')).status).toBe(404);
    expect((await promote(name, 'live')).status).toBe(422);
    const child = await stored('c');
    const nodes = [{ id: 'child', kind: 'pipeline', pipeline: child }];
    await test.ask('PUT', path(name), { payload: { name, nodes }, headers: { 'if-match': '*' } });
    await save(name, 'b');
    await test.ask('DELETE', path(child));
    const { status, body } = await promote(name, '2');
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ path: 'nodes[0].pipeline' }]);
    expect(await runs(name)).toBe('b');
  });

  it('needs the right to store pipelines', async () => {
    const name = await stored('a', 'b');
    await test.ask('PUT', '/api/v1/users/promoting-ben', { payload: { roles: ['operator'] } });
    const operator = { authorization: `Bearer ${await test.ownKey('promoting-ben')}` };
    expect((await promote(name, '1', operator)).status).toBe(403);
  });

  it('says so where a run asks for a version that is not there', async () => {
    const name = await stored('a');
    const asked = (version: string) => test.post('/api/v1/runs', { pipeline: name, version });
    expect((await asked('9')).status).toBe(404);
    expect((await asked('v1')).status).toBe(422);
  });
});
