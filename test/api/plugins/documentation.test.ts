import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeCodes } from '../../../contracts/runs/run-events.ts';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

type Operation = {
  summary?: string;
  description?: string;
  parameters?: { name: string; schema: { pattern?: string; enum?: string[] } }[];
  responses: Record<string, { content?: Record<string, unknown> }>;
  requestBody?: { content: Record<string, unknown> };
};
type OpenApi = {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  servers: { url: string }[];
  components: { schemas: Record<string, unknown> };
};

let test: TestApp;
let document: OpenApi;

beforeAll(async () => {
  test = await openTestApp();
  document = (await test.get('/openapi.json')).body;
});
afterAll(() => test.close());

/** Every `$ref` within a value. */
function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

/** Every `pattern` within a value. */
function everyPattern(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : [];
  return [...own, ...Object.values(value).flatMap(everyPattern)];
}

function resolve(reference: string): unknown {
  return reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], document);
}

describe('the OpenAPI document', () => {
  it('lists every route', () => {
    const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(routes.toSorted()).toEqual([
      'DELETE /api/v1/agents/{name}',
      'DELETE /api/v1/agents/{name}/memory',
      'DELETE /api/v1/agents/{name}/memory/{id}',
      'DELETE /api/v1/alerts/{id}',
      'DELETE /api/v1/budgets/{id}',
      'DELETE /api/v1/examples/{id}',
      'DELETE /api/v1/health-alerts/{id}',
      'DELETE /api/v1/keys/{id}',
      'DELETE /api/v1/memory',
      'DELETE /api/v1/pipelines/{name}',
      'DELETE /api/v1/runs/{id}/shares/{share}',
      'DELETE /api/v1/sessions/{id}',
      'DELETE /api/v1/users/{id}/identity',
      'DELETE /api/v1/views/{page}/{name}',
      'DELETE /api/v1/watchlist/{symbol}',
      'DELETE /v1/responses/{id}',
      'GET /api/v1/access-log',
      'GET /api/v1/access-log.jsonl',
      'GET /api/v1/account',
      'GET /api/v1/account/changes',
      'GET /api/v1/account/costs.csv',
      'GET /api/v1/account/equity',
      'GET /api/v1/account/equity.csv',
      'GET /api/v1/account/events.csv',
      'GET /api/v1/account/fills',
      'GET /api/v1/account/fills.csv',
      'GET /api/v1/account/gates',
      'GET /api/v1/account/kill-switch',
      'GET /api/v1/account/orders',
      'GET /api/v1/account/orders.csv',
      'GET /api/v1/account/orders/{id}',
      'GET /api/v1/account/performance',
      'GET /api/v1/account/performance.csv',
      'GET /api/v1/account/positions.csv',
      'GET /api/v1/accounts',
      'GET /api/v1/agents',
      'GET /api/v1/agents/{name}',
      'GET /api/v1/agents/{name}/memory',
      'GET /api/v1/alerts',
      'GET /api/v1/approvals',
      'GET /api/v1/approvals/verify',
      'GET /api/v1/approvals/{id}',
      'GET /api/v1/approvals/{id}/preview',
      'GET /api/v1/approvals/{id}/token',
      'GET /api/v1/audit',
      'GET /api/v1/budgets',
      'GET /api/v1/budgets/{id}',
      'GET /api/v1/costs',
      'GET /api/v1/deploys',
      'GET /api/v1/examples',
      'GET /api/v1/examples.jsonl',
      'GET /api/v1/examples/{id}',
      'GET /api/v1/health-alerts',
      'GET /api/v1/keys',
      'GET /api/v1/me',
      'GET /api/v1/models',
      'GET /api/v1/notifications',
      'GET /api/v1/notifications/settings',
      'GET /api/v1/overview',
      'GET /api/v1/pipelines',
      'GET /api/v1/pipelines/{name}',
      'GET /api/v1/pipelines/{name}/promotions',
      'GET /api/v1/pipelines/{name}/versions',
      'GET /api/v1/pipelines/{name}/versions/{hash}',
      'GET /api/v1/requests',
      'GET /api/v1/requests/{id}',
      'GET /api/v1/runs',
      'GET /api/v1/runs.jsonl',
      'GET /api/v1/runs/{id}',
      'GET /api/v1/runs/{id}/child-pipeline',
      'GET /api/v1/runs/{id}/conversations',
      'GET /api/v1/runs/{id}/error',
      'GET /api/v1/runs/{id}/outputs',
      'GET /api/v1/runs/{id}/plans',
      'GET /api/v1/runs/{id}/shares',
      'GET /api/v1/runs/{id}/steps',
      'GET /api/v1/runs/{id}/stream',
      'GET /api/v1/sessions',
      'GET /api/v1/stream',
      'GET /api/v1/tasks',
      'GET /api/v1/tasks/{id}',
      'GET /api/v1/tools',
      'GET /api/v1/tools/{name}',
      'GET /api/v1/tools/{name}/metrics',
      'GET /api/v1/tools/{name}/quota',
      'GET /api/v1/triggers',
      'GET /api/v1/triggers/{id}',
      'GET /api/v1/triggers/{id}/firings',
      'GET /api/v1/users',
      'GET /api/v1/users/{id}',
      'GET /api/v1/views',
      'GET /api/v1/watchlist',
      'GET /health',
      'GET /ready',
      'GET /v1/models',
      'GET /v1/models/{model}',
      'GET /v1/responses/{id}',
      'GET /v1/responses/{id}/input_items',
      'PATCH /api/v1/users/{id}',
      'POST /api/v1/account/orders/{id}/cancel',
      'POST /api/v1/agents',
      'POST /api/v1/agents/check',
      'POST /api/v1/alerts',
      'POST /api/v1/approvals/{id}',
      'POST /api/v1/events',
      'POST /api/v1/examples',
      'POST /api/v1/health-alerts',
      'POST /api/v1/keys',
      'POST /api/v1/llm-test/character-autocomplete',
      'POST /api/v1/llm-test/tool-calling',
      'POST /api/v1/notifications/read',
      'POST /api/v1/notifications/{id}/deliveries/{channel}/retry',
      'POST /api/v1/notifications/{id}/read',
      'POST /api/v1/pipelines',
      'POST /api/v1/pipelines/validate',
      'POST /api/v1/pipelines/{name}/promotions',
      'POST /api/v1/prune',
      'POST /api/v1/runs',
      'POST /api/v1/runs/retry',
      'POST /api/v1/runs/{id}/cancel',
      'POST /api/v1/runs/{id}/interrupt',
      'POST /api/v1/runs/{id}/resume',
      'POST /api/v1/runs/{id}/retry',
      'POST /api/v1/runs/{id}/shares',
      'POST /api/v1/sign-in-links',
      'POST /api/v1/snapshots',
      'POST /api/v1/tasks',
      'POST /api/v1/tasks/{id}/cancel',
      'POST /api/v1/temporal/codec/decode',
      'POST /api/v1/temporal/codec/encode',
      'POST /api/v1/tools/{name}',
      'POST /api/v1/triggers/{id}/fire',
      'POST /api/v1/triggers/{id}/pause',
      'POST /api/v1/triggers/{id}/resume',
      'POST /api/v1/triggers/{id}/secret',
      'POST /api/v1/watchlist',
      'POST /chat',
      'POST /hooks/{id}',
      'POST /shared-run',
      'POST /v1/chat/completions',
      'POST /v1/embeddings',
      'POST /v1/messages',
      'POST /v1/messages/count_tokens',
      'POST /v1/responses',
      'PUT /api/v1/account/gates',
      'PUT /api/v1/account/kill-switch',
      'PUT /api/v1/accounts/{id}',
      'PUT /api/v1/agents/{name}',
      'PUT /api/v1/budgets/{id}',
      'PUT /api/v1/deploys/current',
      'PUT /api/v1/notifications/settings',
      'PUT /api/v1/pipelines/{name}',
      'PUT /api/v1/pipelines/{name}/publishing',
      'PUT /api/v1/users/{id}',
      'PUT /api/v1/users/{id}/identity',
      'PUT /api/v1/views/{page}/{name}',
    ]);
  });

  it('says where the server is', () => {
    expect(document.servers.map(({ url }) => url)).toEqual(['/', 'http://127.0.0.1:3000']);
  });

  it('is of version 3.1, and leads somewhere with every reference', () => {
    expect(document.openapi).toMatch(/^3\.1/);
    const all = references(document);
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((reference) => resolve(reference) === undefined)).toEqual([]);
  });

  it('says of every operation what it does, what it gives, and how it fails', () => {
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const { summary, responses } of Object.values(operations)) {
        expect(summary, path).toBeTruthy();
        const codes = Object.keys(responses);
        expect(codes.some((code) => code.startsWith('2'))).toBe(true);
        if (path.startsWith('/api/')) {
          expect(Object.keys(responses['4XX']?.content ?? {})).toEqual([
            'application/problem+json',
          ]);
        }
      }
    }
  });

  it.each(['/api/v1/runs/{id}/stream', '/api/v1/stream'])(
    'describes each event of %s, for a WebSocket and as server-sent events',
    (path) => {
      const { responses, description } = document.paths[path]!['get']!;
      const [socket, events] = [responses['101'], responses['200']];
      const schema = events?.content?.['text/event-stream'];
      expect(references(schema)).toHaveLength(1);
      expect(references(schema).map(resolve)).toEqual([
        expect.objectContaining({ oneOf: expect.any(Array) }),
      ]);
      expect(socket?.content?.['application/json']).toEqual(schema);
      for (const code of Object.values(closeCodes)) expect(description).toContain(`- ${code}: `);
    },
  );

  it('has no pattern that only JavaScript reads', () => {
    const patterns = everyPattern(document);
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) expect(pattern).not.toMatch(/\\p\{|\[\^\]/);
  });

  it('lists the words for yes and no', () => {
    const parameters = document.paths['/api/v1/audit']!['get']!.parameters!;
    const { schema } = parameters.find(({ name }) => name === 'sideEffect')!;
    expect(schema.enum).toEqual(expect.arrayContaining(['true', 'false', 'no']));
  });

  it('says which ids a budget can have', () => {
    const [id] = document.paths['/api/v1/budgets/{id}']!['get']!.parameters!;
    const pattern = new RegExp(id!.schema.pattern!, 'u');
    expect(
      ['day', 'user:ada', 'user:', 'week', 'user:a\nb'].map((each) => pattern.test(each)),
    ).toEqual([true, true, false, false, false]);
  });

  it('says that a pipeline can be checked as JSON or YAML', () => {
    const { requestBody } = document.paths['/api/v1/pipelines/validate']?.['post'] ?? {};
    expect(Object.keys(requestBody?.content ?? {})).toEqual(['application/json', 'text/yaml']);
  });
});

describe('/docs', () => {
  it('is a page that loads nothing from elsewhere', async () => {
    const { headers, body } = await test.app.inject({
      url: '/docs',
      headers: { 'x-api-key': 'a-key-for-tests-only' },
    });
    expect(headers['content-type']).toContain('text/html');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(body).not.toMatch(/(src|href)="https?:/);
    expect(body).toContain('<title>Baton API</title>');
  });
});
