import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const given = { agent: 'research', task: 'Look at SPX.' };

describe('a request with text that no database keeps', () => {
  it.each([
    ['POST', '/api/v1/tasks', { ...given, task: 'nul \0 in task' }, 'task'],
    ['POST', '/api/v1/tasks', { ...given, task: 'half \ud83d' }, 'task'],
    ['POST', '/api/v1/tasks', { ...given, user: 'a\0' }, 'user'],
    [
      'POST',
      '/api/v1/runs',
      { pipeline: 'x', input: { deep: [1, { why: '\0' }] } },
      'input.deep[1].why',
    ],
    ['POST', '/api/v1/runs', { pipeline: 'x', input: { 'a\0': 1 } }, 'input.a\ufffd'],
    ['GET', '/api/v1/tasks?user=%00', undefined, 'user'],
    ['GET', '/api/v1/tasks?agent=%00', undefined, 'agent'],
    ['GET', '/api/v1/tasks/%00', undefined, 'id'],
    ['GET', '/api/v1/notifications?user=%00', undefined, 'user'],
    ['POST', '/api/v1/notifications/%00/read', undefined, 'id'],
    ['DELETE', '/api/v1/agents/research/memory?run=%00', undefined, 'run'],
    ['GET', '/api/v1/agents/research/memory?query=x&user=%00', undefined, 'user'],
  ] as const)(
    '%s %s is refused with the field and what to do',
    async (method, url, payload, path) => {
      const { status, body } = await test.ask(method, url, payload ? { payload } : {});
      expect(status).toBe(422);
      expect(body).toMatchObject({
        type: 'urn:baton:problem:invalid-request',
        errors: [{ path, message: expect.stringMatching(/NUL|surrogate/), fix: 'remove it' }],
      });
    },
  );

  it('is refused by the gateway in its own form', async () => {
    const messages = [{ role: 'user', content: 'a\0b' }];
    const { status, body } = await test.post('/v1/chat/completions', { model: 'a', messages });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ param: 'messages[0].content', code: 'invalid_value' });
  });

  it('is refused in YAML too, where escapes make it', async () => {
    const yaml = 'name: a\nnodes:\n  - id: say\n    kind: transform\n    value: "a\\0b"\n';
    const { status, body } = await test.ask('POST', '/api/v1/pipelines', {
      payload: yaml,
      headers: { 'content-type': 'application/yaml' },
    });
    expect(status).toBe(400);
    expect(body.detail).toContain('nodes[0].value has NUL');
  });
});

const cursor = (text: string) => Buffer.from(text).toString('base64url');

it.each([
  ['NUL', '2026-01-01T00:00:00.000Z a\0'],
  ['a year that no database has', '+099999-01-01T00:00:00.000Z a'],
  ['a year before them all', '-099999-01-01T00:00:00.000Z a'],
  ['the year 0', '0000-01-01T00:00:00.000Z a'],
])('a cursor with %s is none', async (_what, text) => {
  for (const path of ['tasks', 'runs', 'approvals', 'notifications']) {
    const { status, body } = await test.get(`/api/v1/${path}?cursor=${cursor(text)}`);
    expect(status).toBeLessThan(500);
    expect(body.type).toBe('urn:baton:problem:bad-cursor');
  }
});
