import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const example = {
  name: 'Capital of France',
  labels: ['facts'],
  request: {
    model: 'openai:gpt-5.2',
    messages: [{ role: 'user', content: 'What is the capital of France?' }],
    temperature: 0,
  },
  expected: 'Paris',
  requestId: 'req_1',
};

it('Examples are kept, listed, exported as JSON lines, and deleted', async () => {
  const { status, body: kept, headers } = await test.post('/api/v1/examples', example);
  expect(status).toBe(201);
  expect(headers['location']).toBe(`/api/v1/examples/${kept.id}`);
  expect(kept).toMatchObject({ ...example, keptBy: 'operator' });
  await test.post('/api/v1/examples', { ...example, name: 'Another', labels: [] });

  const { body: list } = await test.get('/api/v1/examples?limit=1');
  expect(list.items).toMatchObject([{ name: 'Another' }]);
  const { body: rest } = await test.get(`/api/v1/examples?limit=1&cursor=${list.nextCursor}`);
  expect(rest).toEqual({ items: [kept], nextCursor: null });
  expect((await test.get('/api/v1/examples?label=facts')).body.items).toEqual([kept]);
  expect((await test.get(`/api/v1/examples/${kept.id}`)).body).toEqual(kept);

  const lines = await test.app.inject({
    url: '/api/v1/examples.jsonl?label=facts',
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(lines.headers['content-type']).toContain('application/x-ndjson');
  expect(lines.body.split('\n')).toHaveLength(2);
  expect(JSON.parse(lines.body)).toEqual({
    input: example.request.messages,
    expected: 'Paris',
    metadata: {
      id: kept.id,
      name: 'Capital of France',
      labels: ['facts'],
      requestId: 'req_1',
      createdAt: kept.createdAt,
      request: { model: 'openai:gpt-5.2', temperature: 0 },
    },
  });

  expect((await test.ask('DELETE', `/api/v1/examples/${kept.id}`)).status).toBe(204);
  expect((await test.ask('DELETE', `/api/v1/examples/${kept.id}`)).status).toBe(404);
  expect((await test.get(`/api/v1/examples/${kept.id}`)).status).toBe(404);
});

it('What is no example is refused, with what to write', async () => {
  const { status, body } = await test.post('/api/v1/examples', {
    ...example,
    request: { model: 'default', messages: [] },
  });
  expect(status).toBe(422);
  expect(JSON.stringify(body)).toContain('add at least one message');
});
