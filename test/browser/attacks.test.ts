import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { apiKey, openBaton, runOf } from '../end-to-end/support/baton.ts';
import type { Baton } from '../end-to-end/support/baton.ts';
import { createApi, signIn } from './support/api.ts';
import { attackPage, read, rebound, send, ways } from './support/attacker.ts';
import { describeInBrowser, launchBrowser, openPage, serverOfTests } from './support/browser.ts';
import { doorsOf } from './support/doors.ts';
import type { Door } from './support/doors.ts';
import { startOrderRun } from './support/order-run.ts';

/** What serves pages of the attacker. Browsers take it for another site under the name evil.test. */
const attacker = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html').end(attackPage);
});

let baton: Baton;
let browser: Browser;
let runId: string;
/** Where Temporal's server listens, its UI apart. */
let doors: Door[];
let ui: Door;
let attackerPort: number;

/** An order to wait for, that a person has to approve. */
const approvalId = () => `${runId}.confirm`;
const approve = () => ({ approvalId: approvalId(), decision: 'approve', by: 'operator' });
const order = { symbol: 'SPX', side: 'buy', quantity: 1, type: 'market' };
const inTemporal = (rest: string) => `/api/v1/namespaces/default/workflows/${rest}`;

/** What an attacker would like Baton to take. */
const wishes = (): [path: string, body: object][] => [
  [`/api/v1/approvals/${approvalId()}`, { decision: 'approve' }],
  ['/api/v1/runs', { pipeline: 'research-to-trading', input: { symbol: 'SPX' } }],
  ['/api/v1/tools/create_paper_order', { args: order, sideEffects: 'allow' }],
  [`/api/v1/runs/${runId}/cancel`, {}],
  ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }],
  [`/temporal${signalPath()}`, { input: [approve()] }],
];
const signalPath = () => inTemporal(`${runId}/signal/resolveApproval`);
/** What an attacker would like Temporal's server to take. */
const wishesOfTemporal = (): [path: string, body: object][] => [
  [signalPath(), { input: [approve()] }],
  [inTemporal(`${runId}/cancel`), {}],
  [inTemporal(`${runId}/terminate`), {}],
  [inTemporal('forged'), { workflowType: { name: 'runPipeline' } }],
];

/** A page of a person who is signed in to Baton. */
async function victim(): Promise<Page> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  await signIn(context.request, { url: baton.address, key: apiKey });
  return context.newPage();
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

async function expectNothingDone(): Promise<void> {
  expect((await runOf(baton, runId)).status).toBe('waiting');
  const { body: approval } = await baton.request('GET', `/api/v1/approvals/${approvalId()}`);
  expect(approval).toMatchObject({ status: 'pending', decision: null });
  expect((await baton.request('GET', '/api/v1/runs')).body.items).toHaveLength(1);
  expect((await baton.request('GET', '/api/v1/account/orders')).body.items).toEqual([]);
}

const refusedRequests = async (): Promise<object[]> =>
  (await baton.request('GET', '/api/v1/access-log')).body.items.filter(
    ({ action }: { action: string }) => action === 'request.refused',
  );

describeInBrowser('a page of an attacker', () => {
  beforeAll(async () => {
    attacker.listen(0, '127.0.0.1');
    await once(attacker, 'listening');
    attackerPort = (attacker.address() as AddressInfo).port;
    baton = await openBaton({ BATON_MODELS: 'demo:trend', BATON_MARKET_HOLD: '0s' });
    const group = Number(await readFile(join(baton.folder, 'temporal.pid'), 'utf8'));
    const all = await doorsOf(group);
    doors = all.filter(({ host }) => host === '127.0.0.1');
    ui = all.find(({ host }) => host !== '127.0.0.1')!;
    const rules = `MAP evil.test 127.0.0.1, MAP hidden.evil.test ${ui.host}`;
    // Not every browser keeps public pages from this machine.
    const noWall = '--disable-features=LocalNetworkAccessChecks';
    browser = await launchBrowser([`--host-resolver-rules=${rules}`, noWall]);
    runId = (await startOrderRun(createApi({ url: baton.address, key: apiKey }))).id;
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await baton?.close();
    attacker.closeAllConnections();
    attacker.close();
  });

  describe.each(['127.0.0.1', 'evil.test'])('on another port of %s', (name) => {
    it.each(ways)('has Baton do nothing by %s', async (way) => {
      const page = await victim();
      await page.goto(`http://${name}:${attackerPort}/`);
      for (const [path, body] of wishes()) {
        const outcome = await send(page, way, baton.address + path, body);
        // Without CORS, what asks first is not sent at all.
        const expected = way === 'a request that asks first' ? ['none'] : [401, 403];
        expect(expected, path).toContain(outcome);
      }
      await expectNothingDone();
    });
  });

  it('of the same site stands in the access log, by the name of who was signed in', async () => {
    const from = `http://127.0.0.1:${attackerPort}`;
    const detail = { why: 'origin', from };
    expect(await refusedRequests()).toContainEqual(
      expect.objectContaining({ by: 'operator', detail }),
    );
  });

  it('has Temporal do nothing, whichever port it tries', async () => {
    const page = await victim();
    await page.goto(`http://evil.test:${attackerPort}/`);
    // gRPC, HTTP and metrics at least.
    expect(doors.length).toBeGreaterThanOrEqual(3);
    for (const { host, port } of [...doors, ui]) {
      for (const way of ways) {
        for (const [path, body] of wishesOfTemporal()) {
          const prefix = port === ui.port ? '/temporal' : '';
          const outcome = await send(page, way, `http://${host}:${port}${prefix}${path}`, body);
          expect(outcome, `${way} to ${port}${path}`).not.toBe(200);
        }
      }
    }
    await expectNothingDone();
    const { body } = await baton.request('GET', `/api/v1/approvals/${approvalId()}`);
    expect(body.refusals).toEqual([]);
  });

  it('under a name that was made to point at Baton reads nothing and does nothing', async () => {
    const page = await victim();
    const { port } = new URL(baton.address);
    await rebound('evil.test', Number(port), page);
    for (const path of [
      '/',
      '/health',
      '/api/v1/runs',
      '/temporal/',
      `/temporal${inTemporal('')}`,
    ]) {
      const { status, text } = await read(page, path);
      expect([path, status]).toEqual([path, 403]);
      expect(text).not.toContain(runId);
    }
    for (const [path, body] of wishes()) {
      const url = `http://evil.test:${port}${path}`;
      expect(await send(page, 'a request that asks first', url, body)).toBe(403);
    }
    await expectNothingDone();
    expect(await refusedRequests()).toContainEqual(
      expect.objectContaining({ by: null, detail: { why: 'host', from: 'evil.test' } }),
    );
  });

  it('under a name that was made to point at Temporal’s ports reads of no run and does nothing', async () => {
    const outcomes = new Set();
    for (const { port } of doors) {
      const page = await victim();
      const origin = await rebound('evil.test', port, page);
      for (const path of ['/', '/metrics', inTemporal(''), inTemporal(runId)]) {
        expect((await read(page, path)).text, `${port}${path}`).not.toContain(runId);
      }
      for (const [path, body] of wishesOfTemporal()) {
        const outcome = await send(page, 'a request that asks first', origin + path, body);
        expect(outcome, `${port}${path}`).not.toBe(200);
        outcomes.add(outcome);
      }
    }
    // The HTTP API answers, and refuses the name.
    expect(outcomes).toContain(403);
    await expectNothingDone();
  });

  it('finds the Temporal UI at no port of 127.0.0.1', () => {
    expect(ui.host).toMatch(/^127\.\d+\.\d+\.\d+$/);
    expect(doors.map(({ port }) => port)).not.toContain(ui.port);
  });

  it('that knew the address of the Temporal UI could read ids, but decide nothing', async () => {
    const page = await victim();
    const origin = await rebound('hidden.evil.test', ui.port, page);
    const history = await read(page, `/temporal${inTemporal(`${runId}/history`)}`);
    expect(history.text).toContain(base64('binary/encrypted'));
    const payloads = history.text.matchAll(/"data": *"([^"]+)"/g);
    const texts = [...payloads].map(([, data = '']) => Buffer.from(data, 'base64').toString());
    // What the approval shows.
    expect(texts.join()).not.toContain('It is tested.');
    const codec = await read(page, '/api/v1/temporal/codec/decode');
    expect(codec.status).not.toBe(200);
    const encoding = base64('json/plain');
    const signal = { metadata: { encoding }, data: base64(JSON.stringify(approve())) };
    const outcome = await page.evaluate(
      async ({ url, body }) => {
        await fetch('/temporal/api/v1/settings');
        const token = /_csrf=([^;]+)/.exec(document.cookie)?.[1] ?? '';
        const headers = { 'content-type': 'application/json', 'x-csrf-token': token };
        return (await fetch(url, { method: 'POST', headers, body })).status;
      },
      {
        url: `${origin}/temporal${signalPath()}`,
        body: JSON.stringify({ input: { payloads: [signal] } }),
      },
    );
    // It takes the signal, which decides nothing.
    expect(outcome).toBe(200);
    const refusals = async () =>
      (await baton.request('GET', `/api/v1/approvals/${approvalId()}`)).body.refusals;
    await expect.poll(refusals).toMatchObject([{ by: 'operator', reason: 'no-token' }]);
    await expectNothingDone();
  });

  it('that leads to a link of its own takes nobody’s session over unseen', async () => {
    const body = { user: 'mallory' };
    await baton.request('PUT', '/api/v1/users/mallory', { roles: ['operator'] });
    const { link } = (await baton.request('POST', '/api/v1/sign-in-links', body)).body;
    const page = await victim();
    await page.goto(`http://evil.test:${attackerPort}/`);
    await page.evaluate((address) => location.assign(address), link as string);
    await page.getByText('This link signs you in as mallory.').waitFor();
    const me = async () => (await page.request.get(`${baton.address}/api/v1/me`)).json();
    expect(await me()).toMatchObject({ name: 'operator' });
    await page.getByRole('button', { name: 'Sign in as mallory' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    expect(await me()).toMatchObject({ name: 'mallory' });
  });

  it('gets into no other Baton of the same host by a session, neither as it is nor renamed', async () => {
    const other = serverOfTests();
    const page = await openPage();
    await signIn(page.request, { url: baton.address, key: apiKey });
    await page.goto('/runs');
    await page.getByLabel('Key').waitFor();
    const [stolen] = await page.context().cookies();
    await signIn(page.request, other);
    const cookies = await page.context().cookies();
    const own = cookies.find(({ name }) => name !== stolen?.name);
    await page.context().addCookies([{ ...own!, value: stolen!.value }]);
    await page.goto('/runs');
    await page.getByLabel('Key').waitFor();
    expect((await page.request.get(`${other.url}/api/v1/runs`)).status()).toBe(401);
  });
});
