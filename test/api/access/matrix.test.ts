import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rightsOfRoles, roles } from '../../../contracts/access/roles.ts';
import type { Role } from '../../../contracts/access/roles.ts';
import { roleTable } from '../../../api/access/role-table.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
const keys = new Map<Role, string>();

beforeAll(async () => {
  test = await openTestApp();
  for (const role of roles) {
    await test.ask('PUT', `/api/v1/users/${role}-person`, { payload: { roles: [role] } });
    keys.set(role, await test.ownKey(`${role}-person`));
  }
});
afterAll(() => test.close());

/** Asks so that the route itself does nothing: no route of the API knows the parameter, and no other body is one. */
async function statusFor(key: string | undefined, method: string, url: string, extra = '') {
  const { statusCode, body } = await test.app.inject({
    method: method as 'GET',
    url: `${url.replaceAll(/:\w+|\*/g, 'nothing')}?not-a-parameter=1${extra}`,
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
  });
  return { status: statusCode, body };
}

/** What a request would call who acts. */
const actors = [
  'by',
  'as',
  'actor',
  'principal',
  'startedBy',
  'createdBy',
  'decidedBy',
  'changedBy',
];

/** Routes that change something, and write it down themselves, or whose change is a record of its own. */
const onRecordElsewhere = [
  // By the route.
  'POST /api/v1/approvals/:id',
  'POST /api/v1/keys',
  'DELETE /api/v1/keys/:id',
  'DELETE /api/v1/sessions/:id',
  'POST /api/v1/sign-in-links',
  'PUT /api/v1/users/:id',
  'PATCH /api/v1/users/:id',
  'PUT /api/v1/users/:id/identity',
  'DELETE /api/v1/users/:id/identity',
  'POST /api/v1/prune',
  'POST /api/v1/snapshots',
  'PUT /api/v1/deploys/current',
  'POST /api/v1/runs/:id/resume',
  // Runs say who started, interrupted and cancelled them, orders why they were canceled, tool calls are in their own log.
  'POST /api/v1/runs',
  'POST /api/v1/runs/retry',
  'POST /api/v1/runs/:id/retry',
  'POST /api/v1/runs/:id/cancel',
  'POST /api/v1/runs/:id/interrupt',
  'POST /api/v1/tasks',
  'POST /api/v1/tasks/:id/cancel',
  'POST /api/v1/account/orders/:id/cancel',
  'POST /api/v1/triggers/:id/fire',
  'POST /api/v1/events',
  'POST /api/v1/tools/:name',
  'POST /mcp',
  'DELETE /mcp',
  // Model calls are booked.
  'POST /chat',
  'POST /v1/chat/completions',
  'POST /v1/embeddings',
  'POST /v1/messages',
  'POST /v1/responses',
  'POST /api/v1/llm-test/tool-calling',
  'POST /api/v1/llm-test/character-autocomplete',
  // What only the person sees.
  'POST /api/v1/notifications/read',
  'POST /api/v1/notifications/:id/read',
  'POST /api/v1/notifications/:id/deliveries/:channel/retry',
  'POST /api/v1/alerts',
  'DELETE /api/v1/alerts/:id',
  'POST /api/v1/health-alerts',
  'DELETE /api/v1/health-alerts/:id',
  'POST /api/v1/watchlist',
  'DELETE /api/v1/watchlist/:symbol',
  // The filters of a list that a user has named for themselves.
  'PUT /api/v1/views/:page/:name',
  'DELETE /api/v1/views/:page/:name',
  'DELETE /v1/responses/:id',
  // These change nothing.
  'POST /v1/messages/count_tokens',
  'POST /v1/completions',
  'POST /v1/moderations',
  'POST /api/v1/pipelines/validate',
  'POST /api/v1/agents/check',
  'POST /api/v1/temporal/codec/encode',
  'POST /api/v1/temporal/codec/decode',
];

/** The fields of an object that a request has, as the description says. */
function fieldsOf(part: unknown, schemas: Record<string, unknown>): string[] {
  const { $ref, properties, allOf, anyOf, oneOf, content } = (part ?? {}) as {
    $ref?: string;
    properties?: Record<string, unknown>;
    content?: Record<string, { schema: unknown }>;
  } & Record<'allOf' | 'anyOf' | 'oneOf', unknown[] | undefined>;
  const within = [
    ...[allOf, anyOf, oneOf].flatMap((choices) => choices ?? []),
    ...Object.values(content ?? {}).map(({ schema }) => schema),
    ...($ref === undefined ? [] : [schemas[$ref.split('/').at(-1) ?? '']]),
  ];
  return [...Object.keys(properties ?? {}), ...within.flatMap((inner) => fieldsOf(inner, schemas))];
}

describe('every route', () => {
  it('is open to those with the right for it, and to nobody else', async () => {
    expect(test.app.routeRules.length).toBeGreaterThan(90);
    for (const { method, url, right } of test.app.routeRules) {
      const what = `${method} ${url}`;
      expect((await statusFor(undefined, method, url)).status, what).toBe(401);
      for (const role of roles) {
        const { status, body } = await statusFor(keys.get(role), method, url);
        const isAllowed = rightsOfRoles[role].includes(right);
        const isRefused = status === 403 && body.includes('It needs the role');
        expect(isRefused, `${what} as ${role}: ${status} ${body}`).toBe(!isAllowed);
      }
    }
  });

  it('is open to everyone only where it is named here', () => {
    expect([...new Set(test.app.publicRoutes)].toSorted()).toEqual(
      [
        '/',
        '/*',
        '/assets/*',
        '/decide',
        '/guide',
        '/guide/*',
        '/health',
        '/icon.svg',
        '/ready',
        '/shared',
        '/sign-in',
      ]
        .flatMap((url) => [`GET ${url}`, `HEAD ${url}`])
        .concat(
          'POST /decide',
          'POST /hooks/:id',
          'POST /shared-run',
          'POST /sign-in',
          'POST /sign-out',
        )
        .toSorted(),
    );
  });

  it('is in the table of the documentation, which vitest -u writes', async () => {
    await expect(roleTable(test.app.routeRules)).toMatchFileSnapshot('../../../docs/roles.md');
  });

  it('that changes what holds from now on is on the access log', () => {
    const changing = test.app.routeRules.filter(({ method }) => method !== 'GET');
    const silent = changing
      .filter(({ audit }) => !audit)
      .map(({ method, url }) => `${method} ${url}`);
    expect([...new Set(silent)].toSorted()).toEqual([...onRecordElsewhere].toSorted());
    expect(changing.length - silent.length).toBeGreaterThan(12);
  });

  it('takes the identity of the caller only from the credential', async () => {
    const { body } = await test.get('/openapi.json');
    const requests = Object.entries(body.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, { parameters = [], requestBody }]) => [
        ...parameters.map((parameter: { name: string }) => [`${method} ${path}`, parameter.name]),
        ...fieldsOf(requestBody, body.components.schemas).map((field) => [
          `${method} ${path}`,
          field,
        ]),
      ]),
    );
    expect(requests.length).toBeGreaterThan(200);
    // How costs are grouped.
    const known = 'get /api/v1/costs by';
    const names = requests.filter(([, name]) => actors.includes(name ?? ''));
    expect(names.map((each) => each.join(' '))).toEqual([known]);
  });

  it('takes who acts from the credential', async () => {
    const person = { roles: ['author', 'operator', 'approver', 'admin'], actsForOthers: false };
    await test.ask('PUT', '/api/v1/users/ann', { payload: person });
    const { body: created } = await test.post('/api/v1/keys', { name: 'test', user: 'ann' });
    const acting = test.app.routeRules.filter(
      ({ acting: { query, body } }) => query.length > 0 || body.length > 0,
    );
    expect(acting.length).toBeGreaterThan(20);
    for (const { method, url, acting: fields } of acting) {
      const named = Object.fromEntries(fields.body.map((field) => [field, 'bob']));
      const query = new URLSearchParams(fields.query.map((field) => [field, 'bob']));
      const { statusCode, body } = await test.app.inject({
        method: method as 'GET',
        url: `${url.replaceAll(/:\w+|\*/g, 'nothing')}?${query}`,
        headers: { authorization: `Bearer ${created.key}` },
        ...(fields.body.length > 0 && { payload: named }),
      });
      expect(body, `${method} ${url}: ${statusCode}`).toContain('ann cannot act for bob');
    }
  });
});
