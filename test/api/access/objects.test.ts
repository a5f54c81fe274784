import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createExchanges } from '../../../activities/trading/exchange/exchanges.ts';
import { rightsOfRoles, roles } from '../../../contracts/access/roles.ts';
import type { Role } from '../../../contracts/access/roles.ts';
import { alertRepository } from '../../../db/trading/alerts.ts';
import { watchlistRepository } from '../../../db/trading/watchlist.ts';
import { notifications } from '../../../db/schema/index.ts';
import { scriptedAccount } from '../../activities/trading/exchange/scripted-account.ts';
import { requestRow } from '../../support/model-request.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { storeTrigger } from '../triggers/support.ts';
import { storeResponse } from './store-response.ts';

/**
 * Who with the right for a route may use the object that it names: everyone (`shared`), whose it is (`own`), they and admins
 * (`own or admin`), or whoever did not ask for it (`others`).
 */
type Rule = 'shared' | 'own' | 'own or admin' | 'others';

/** Of what no user has of their own, there is nothing foreign: the matrix has what their routes need. */
const ofNobody = new Set([
  'GET /api/v1/pipelines/:name',
  'GET /api/v1/pipelines/:name/versions',
  'GET /api/v1/pipelines/:name/versions/:hash',
  'GET /api/v1/pipelines/:name/promotions',
  'PUT /api/v1/views/:page/:name',
  'DELETE /api/v1/views/:page/:name',
  'POST /api/v1/pipelines/:name/promotions',
  'PUT /api/v1/pipelines/:name/publishing',
  'PUT /api/v1/pipelines/:name',
  'DELETE /api/v1/pipelines/:name',
  'GET /api/v1/tools/:name',
  'GET /api/v1/tools/:name/metrics',
  'GET /api/v1/agents/:name',
  'PUT /api/v1/agents/:name',
  'DELETE /api/v1/agents/:name',
  'GET /api/v1/agents/:name/memory',
  'DELETE /api/v1/agents/:name/memory',
  'DELETE /api/v1/agents/:name/memory/:id',
  'GET /api/v1/users/:id',
  'PUT /api/v1/users/:id',
  'PATCH /api/v1/users/:id',
  'PUT /api/v1/users/:id/identity',
  'DELETE /api/v1/users/:id/identity',
  'GET /api/v1/budgets/:id',
  'PUT /api/v1/budgets/:id',
  'DELETE /api/v1/budgets/:id',
  'GET /v1/models/:model',
  // Examples are kept for all who evaluate.
  'GET /api/v1/examples/:id',
  'DELETE /api/v1/examples/:id',
  // Whom a call is for, the matrix checks.
  'GET /api/v1/tools/:name/quota',
  'POST /api/v1/tools/:name',
  // It has no end. All who may read see all runs.
  'GET /api/v1/runs/:id/stream',
]);

let test: TestApp;
let scripted: ReturnType<typeof scriptedAccount>;
let exchanges: ReturnType<typeof createExchanges>;
/** A key of somebody with one role, who made it. */
const keys = new Map<Role, string>();
const personWith = (role: Role) => `${role}-person`;
const stranger = 'somebody-else';

beforeAll(async () => {
  test = await openTestApp();
  for (const role of roles) {
    const payload = { roles: [role], plan: 'premium', aiTrading: true };
    await test.ask('PUT', `/api/v1/users/${personWith(role)}`, { payload });
    keys.set(role, await test.ownKey(personWith(role)));
  }
  const payload = { roles: ['viewer'], plan: 'premium', aiTrading: true };
  await test.ask('PUT', `/api/v1/users/${stranger}`, { payload });
  const { db } = test.database;
  scripted = scriptedAccount(db, [[100, 100, 100, 100]]);
  const { market, settings } = scripted;
  exchanges = createExchanges({ db, market, settings });
});
afterAll(() => test.close());

let count = 0;

/** What makes an object of a user, and gives its id. */
const made = {
  run: async (user: string) => {
    const { status, body } = await test.post('/api/v1/runs', {
      pipeline: 'price-check',
      input: { symbol: 'SPX' },
      user,
    });
    expect(status).toBe(201);
    await test.services.runs.start(body.id);
    return body.id as string;
  },
  approval: async (user: string) => {
    const runId = await made.run(user);
    const id = `${runId}.confirm`;
    await test.services.approvals.request({
      id,
      runId,
      nodePath: 'confirm',
      workflowId: runId,
      title: 'Confirm',
      show: {},
      hash: 'abc',
      token: 'sesame',
      approvers: ['operator'],
      requestedAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
    });
    return id;
  },
  task: async (user: string) => {
    const task = { agent: 'research', task: 'Look at SPX.', user };
    const { status, body } = await test.post('/api/v1/tasks', task);
    expect(status, JSON.stringify(body)).toBe(202);
    return body.id as string;
  },
  order: async (user: string) => {
    const asked = scripted.request(`order-${(count += 1)}`, { type: 'limit', limitPrice: 97 });
    const { clientOrderId } = await (await exchanges.of(user)).placeOrder(asked);
    return clientOrderId;
  },
  alert: async (user: string) => {
    const id = `alert-${(count += 1)}`;
    const price = { symbol: 'SPX', comparison: '>=', price: '1' } as const;
    await alertRepository(test.database.db).create({ id, user, ...price });
    return id;
  },
  healthAlert: async (user: string) => {
    const limit = {
      kind: 'cost',
      pipeline: null,
      most: '1',
      lastRuns: null,
      lastHours: 24,
    } as const;
    return (await test.services.healthAlerts.create({ id: `cost-${(count += 1)}`, user, ...limit }))
      .id;
  },
  watched: async (user: string) => {
    const symbol = `W${(count += 1)}`;
    await watchlistRepository(test.database.db).put(user, symbol);
    return symbol;
  },
  desk: async (user: string) => {
    const id = `desk-${(count += 1)}`;
    const payload = { members: [user] };
    const { status } = await test.ask('PUT', `/api/v1/accounts/${id}`, { payload });
    expect(status).toBe(200);
    return id;
  },
  notification: async (user: string) => {
    const id = `told-${user}`;
    const told = { id, user, runId: null, kind: 'run-ended', status: 'completed' } as const;
    await test.database.db
      .insert(notifications)
      .values({ ...told, title: 'Done', text: '', createdAt: new Date() })
      .onConflictDoNothing();
    return id;
  },
  key: async (user: string) => {
    const headers = await test.visit(user);
    const payload = { name: 'another' };
    const asked = { method: 'POST', url: '/api/v1/keys', headers, payload } as const;
    const answer = await test.app.inject(asked);
    return answer.json().id as string;
  },
  session: async (user: string) => {
    const { row } = await test.services.sessions.open({ user, keyId: null, userAgent: null });
    return row.id;
  },
  response: (user: string) => storeResponse(test.services, user),
  request: async (user: string) => {
    const row = requestRow({ id: `req_${(count += 1)}`, user });
    await test.services.modelRequests.put([row]);
    return row.id;
  },
  trigger: (user: string) => storeTrigger(test, user),
};

type Probe = { rule: Rule; make: (user: string) => Promise<string>; payload?: object };

const probes: Record<string, Probe> = {
  'GET /api/v1/runs/:id': { rule: 'shared', make: made.run },
  'GET /api/v1/runs/:id/steps': { rule: 'shared', make: made.run },
  'GET /api/v1/runs/:id/error': { rule: 'shared', make: made.run },
  'GET /api/v1/runs/:id/child-pipeline': { rule: 'shared', make: made.run },
  'GET /api/v1/runs/:id/conversations': { rule: 'shared', make: made.run },
  'GET /api/v1/runs/:id/outputs': { rule: 'shared', make: made.run },
  'GET /api/v1/runs/:id/plans': { rule: 'shared', make: made.run },
  'GET /api/v1/runs/:id/shares': { rule: 'shared', make: made.run },
  'POST /api/v1/runs/:id/shares': { rule: 'own or admin', make: made.run, payload: {} },
  // Revoking is safe.
  'DELETE /api/v1/runs/:id/shares/:share': { rule: 'shared', make: made.run },
  // Stopping is safe.
  'POST /api/v1/runs/:id/cancel': { rule: 'shared', make: made.run },
  'POST /api/v1/runs/:id/interrupt': { rule: 'own or admin', make: made.run },
  'POST /api/v1/runs/:id/resume': { rule: 'own or admin', make: made.run },
  'POST /api/v1/runs/:id/retry': { rule: 'own', make: made.run },
  'GET /api/v1/triggers/:id': { rule: 'shared', make: made.trigger },
  'GET /api/v1/triggers/:id/firings': { rule: 'shared', make: made.trigger },
  'POST /api/v1/triggers/:id/pause': { rule: 'shared', make: made.trigger },
  'POST /api/v1/triggers/:id/resume': { rule: 'own or admin', make: made.trigger },
  'POST /api/v1/triggers/:id/secret': { rule: 'own or admin', make: made.trigger, payload: {} },
  'POST /api/v1/triggers/:id/fire': { rule: 'own or admin', make: made.trigger },
  'GET /api/v1/tasks/:id': { rule: 'shared', make: made.task },
  'POST /api/v1/tasks/:id/cancel': { rule: 'shared', make: made.task },
  'POST /api/v1/notifications/:id/read': { rule: 'own', make: made.notification },
  'POST /api/v1/notifications/:id/deliveries/:channel/retry': {
    rule: 'own',
    make: made.notification,
  },
  'GET /api/v1/account/orders/:id': { rule: 'own', make: made.order },
  'POST /api/v1/account/orders/:id/cancel': { rule: 'own', make: made.order, payload: {} },
  'PUT /api/v1/accounts/:id': {
    rule: 'own or admin',
    make: made.desk,
    payload: { members: ['mallory'] },
  },
  'DELETE /api/v1/alerts/:id': { rule: 'own', make: made.alert },
  'DELETE /api/v1/health-alerts/:id': { rule: 'own', make: made.healthAlert },
  'DELETE /api/v1/watchlist/:symbol': { rule: 'own', make: made.watched },
  'GET /api/v1/approvals/:id': { rule: 'shared', make: made.approval },
  'GET /api/v1/approvals/:id/preview': { rule: 'shared', make: made.approval },
  'GET /api/v1/approvals/:id/token': { rule: 'others', make: made.approval },
  'POST /api/v1/approvals/:id': {
    rule: 'others',
    make: made.approval,
    payload: { decision: 'approve' },
  },
  'DELETE /api/v1/keys/:id': { rule: 'own or admin', make: made.key },
  'DELETE /api/v1/sessions/:id': { rule: 'own or admin', make: made.session },
  'GET /api/v1/requests/:id': { rule: 'own or admin', make: made.request },
  'GET /v1/responses/:id': { rule: 'own', make: made.response },
  'GET /v1/responses/:id/input_items': { rule: 'own', make: made.response },
  'DELETE /v1/responses/:id': { rule: 'own', make: made.response },
};

it('of every route that names an object, it is said who may use it', () => {
  const named = test.app.routeRules
    .filter(({ url }) => url.includes(':'))
    .map(({ method, url }) => `${method} ${url}`);
  expect([...ofNobody, ...Object.keys(probes)].toSorted()).toEqual([...new Set(named)].toSorted());
});

function mayUse(rule: Rule, role: Role, isOwner: boolean): boolean {
  if (rule === 'shared') return true;
  if (rule === 'others') return !isOwner;
  return isOwner || (rule === 'own or admin' && role === 'admin');
}

describe.each(Object.entries(probes))('%s', (route, { rule, make, payload }) => {
  it.each(roles)('as %s, on what is their own and what is not', async (role) => {
    const [method = '', url = ''] = route.split(' ');
    const { right } = test.app.routeRules.find(
      (known) => known.method === method && known.url === url,
    )!;
    for (const isOwner of [true, false]) {
      const id = await make(isOwner ? personWith(role) : stranger);
      const { statusCode, body } = await test.app.inject({
        method: method as 'GET',
        url: url.replace(/:(id|symbol)/, encodeURIComponent(id)).replace(':channel', 'webhook'),
        headers: { authorization: `Bearer ${keys.get(role)}` },
        ...(payload && { payload }),
      });
      const what = `own: ${isOwner}: ${statusCode} ${body}`;
      const hasRight = rightsOfRoles[role].includes(right);
      expect(statusCode === 403 && body.includes('It needs the role'), what).toBe(!hasRight);
      if (!hasRight) continue;
      const isRefused = statusCode === 403 || (statusCode === 404 && isAbout(body, id));
      expect(isRefused, what).toBe(!mayUse(rule, role, isOwner));
      expect(statusCode, what).toBeLessThan(500);
    }
  });
});

/** Whether an answer says that an object is not there, and not something that it could have. */
const isAbout = (body: string, id: string) =>
  [`${id} not found`, `no account ${id}`, 'watchlist of'].some((text) => body.includes(text));
