import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifications } from '../../../db/schema/index.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

/**
 * Who may use the object that a route names: everyone with the right for the route (`shared`), whose it is (`own`), whoever did
 * not ask for it (`others`), or it is looked for on the account of who asks, so that nobody else's is found (`account`).
 */
const rules = {
  'GET /api/v1/runs/:id': 'shared',
  'GET /api/v1/runs/:id/steps': 'shared',
  'GET /api/v1/runs/:id/error': 'shared',
  'GET /api/v1/runs/:id/child-pipeline': 'shared',
  'GET /api/v1/runs/:id/conversations': 'shared',
  'GET /api/v1/runs/:id/plans': 'shared',
  'GET /api/v1/runs/:id/stream': 'shared',
  // Stopping is safe.
  'POST /api/v1/runs/:id/cancel': 'shared',
  'POST /api/v1/runs/:id/interrupt': 'own',
  'POST /api/v1/runs/:id/resume': 'own',
  'POST /api/v1/runs/:id/retry': 'own',
  'GET /api/v1/tasks/:id': 'shared',
  'POST /api/v1/tasks/:id/cancel': 'shared',
  'POST /api/v1/notifications/:id/read': 'own',
  'POST /api/v1/notifications/:id/deliveries/:channel/retry': 'own',
  'GET /api/v1/account/orders/:id': 'account',
  'POST /api/v1/account/orders/:id/cancel': 'account',
  'PUT /api/v1/accounts/:id': 'account',
  'DELETE /api/v1/alerts/:id': 'account',
  'DELETE /api/v1/watchlist/:symbol': 'account',
  'GET /api/v1/approvals/:id': 'shared',
  'GET /api/v1/approvals/:id/preview': 'shared',
  'GET /api/v1/approvals/:id/token': 'others',
  'POST /api/v1/approvals/:id': 'others',
  'GET /api/v1/pipelines/:name': 'shared',
  'GET /api/v1/pipelines/:name/versions': 'shared',
  'GET /api/v1/pipelines/:name/versions/:hash': 'shared',
  'PUT /api/v1/pipelines/:name': 'shared',
  'DELETE /api/v1/pipelines/:name': 'shared',
  'GET /api/v1/tools/:name': 'shared',
  'GET /api/v1/tools/:name/metrics': 'shared',
  'GET /api/v1/tools/:name/quota': 'account',
  'POST /api/v1/tools/:name': 'account',
  'GET /api/v1/agents/:name': 'shared',
  'PUT /api/v1/agents/:name': 'shared',
  'DELETE /api/v1/agents/:name': 'shared',
  'GET /api/v1/agents/:name/memory': 'shared',
  'DELETE /api/v1/agents/:name/memory': 'shared',
  'DELETE /api/v1/agents/:name/memory/:id': 'shared',
  'GET /api/v1/users/:id': 'shared',
  'PUT /api/v1/users/:id': 'shared',
  'PATCH /api/v1/users/:id': 'shared',
  'PUT /api/v1/users/:id/identity': 'shared',
  'DELETE /api/v1/users/:id/identity': 'shared',
  'DELETE /api/v1/keys/:id': 'own',
  'DELETE /api/v1/sessions/:id': 'own',
  'GET /api/v1/budgets/:id': 'shared',
  'PUT /api/v1/budgets/:id': 'shared',
  'DELETE /api/v1/budgets/:id': 'shared',
  'GET /v1/models/:model': 'shared',
} as const satisfies Record<string, 'shared' | 'own' | 'others' | 'account'>;

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
  for (const user of ['ann', 'bob']) {
    const payload = { roles: ['operator', 'approver'] };
    await test.ask('PUT', `/api/v1/users/${user}`, { payload });
  }
});
afterAll(() => test.close());

it('of every route that names an object, it is said who may use it', () => {
  const named = test.app.routeRules
    .filter(({ url }) => url.includes(':'))
    .map(({ method, url }) => `${method} ${url}`);
  expect(Object.keys(rules).toSorted()).toEqual([...new Set(named)].toSorted());
});

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
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/v1/keys',
      headers,
      payload,
    });
    return answer.json().id as string;
  },
  session: async (user: string) => {
    const { row } = await test.services.sessions.open({ user, keyId: null, userAgent: null });
    return row.id;
  },
};

const probes = {
  'POST /api/v1/runs/:id/interrupt': made.run,
  'POST /api/v1/runs/:id/resume': made.run,
  'POST /api/v1/runs/:id/retry': made.run,
  'POST /api/v1/notifications/:id/read': made.notification,
  'POST /api/v1/notifications/:id/deliveries/:channel/retry': made.notification,
  'DELETE /api/v1/keys/:id': made.key,
  'DELETE /api/v1/sessions/:id': made.session,
  'GET /api/v1/approvals/:id/token': made.approval,
  'POST /api/v1/approvals/:id': made.approval,
};
type Probed = keyof typeof probes;

describe.each(Object.keys(probes) as Probed[])('%s', (route) => {
  it.each([
    ['ann', 'ann'],
    ['ann', 'bob'],
  ])('as %s, on what belongs to %s', async (who, owner) => {
    const [method = '', url = ''] = route.split(' ');
    const id = await probes[route](owner);
    const { statusCode, body } = await test.app.inject({
      method: method as 'GET',
      url: url.replace(':id', id).replace(':channel', 'webhook'),
      headers: await test.visit(who),
      ...(route === 'POST /api/v1/approvals/:id' && { payload: { decision: 'approve' } }),
    });
    const isRefused =
      statusCode === 403 || (statusCode === 404 && body.includes(`${id} not found`));
    const isOwner = who === owner;
    expect(isRefused, `${statusCode} ${body}`).toBe(rules[route] === 'own' ? !isOwner : isOwner);
  });
});

it('every rule but that of shared objects has a probe, or the account of who asks', () => {
  const ruled = Object.entries(rules).filter(([, rule]) => rule === 'own' || rule === 'others');
  expect(ruled.map(([route]) => route).toSorted()).toEqual(Object.keys(probes).toSorted());
});
