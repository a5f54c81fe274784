import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';
import { openTestDatabase } from '../../support/databases.ts';

let test: TestApp;

beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

let address: Promise<string> | undefined;
const listening = () => (address ??= test.app.listen({ host: '127.0.0.1', port: 0 }));

const send = (payload: string, type = 'application/json') =>
  test.ask('POST', '/api/v1/runs', { payload, headers: { 'content-type': type } });

describe('a body', () => {
  it('that is no JSON is refused with the place where it broke', async () => {
    const { status, body } = await send('{\n  "pipeline": "price-check",\n  "input": {,}\n}');
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: 'urn:baton:problem:malformed-body', status: 400 });
    expect(body.detail).toMatch(/line 3 column 13/);
  });

  it('that is cut off is refused as such', async () => {
    const { status, body } = await send('{"pipeline": "pri');
    expect(status).toBe(400);
    expect(body.detail).toContain('Unterminated string');
  });

  it('that would change what every object inherits is refused', async () => {
    const { status, body } = await send('{"__proto__": {"isAdmin": true}}');
    expect(status).toBe(400);
    expect(body.detail).toContain('__proto__');
    const other = await send('{"document": {"constructor": {"prototype": 1}}}');
    expect(other.status).toBe(400);
    expect(other.body.detail).toContain('a prototype within a constructor');
  });

  it('can have a field of its own that is named constructor', async () => {
    const { status } = await send('{"constructor": {"name": 1}}');
    expect(status).toBe(422);
  });

  it('that is missing is named', async () => {
    const { status, body } = await send('');
    expect(status).toBe(422);
    expect(body.detail).toContain('In the body');
  });

  it('of 5 MB is refused with the limit', async () => {
    const { status, body } = await send(JSON.stringify({ pipeline: 'x'.repeat(5_000_000) }));
    expect(status).toBe(413);
    expect(body.detail).toContain('1 MB');
  });

  it('of another type is refused with the one that is wanted', async () => {
    const { status, body } = await send(
      'pipeline=price-check',
      'application/x-www-form-urlencoded',
    );
    expect(status).toBe(415);
    expect(body.detail).toContain('application/json');
  });

  it.each([
    ['/api/v1/runs', 'application/json'],
    ['/api/v1/pipelines/validate', 'text/yaml'],
    ['/api/v1/agents/check', 'application/json'],
    ['/v1/chat/completions', 'application/json'],
    ['/mcp', 'application/json'],
  ])('that nests 200,000 deep is refused by %s as %s, not choked on', async (url, type) => {
    for (const [opening, closing, levels] of [
      ['[', ']', 200_000],
      ['{"a":', '}', 170_000],
    ] as const) {
      const payload = `${opening.repeat(levels)}1${closing.repeat(levels)}`;
      const headers = { 'content-type': type, accept: 'application/json, text/event-stream' };
      const { status, body } = await test.ask('POST', url, { payload, headers });
      expect(status).toBe(400);
      expect(body).toBeTruthy();
    }
  });
});

it('a message to a model of many megabytes may have long texts, and not hundreds of thousands of values', async () => {
  const ask = async (messages: object[]) => {
    const payload = { model: 'nobody:none', messages };
    const { status, body } = await test.post('/v1/chat/completions', payload);
    return [status, body.error.message];
  };
  const message = { role: 'user', content: 'hi' };
  const many = await ask(Array.from({ length: 200_000 }, () => message));
  expect(many).toEqual([400, expect.stringContaining('more than 50,000 values')]);
  // As long, in one text, with quotes in it.
  const [, told] = await ask([{ ...message, content: '"a",'.repeat(2_000_000) }]);
  expect(told).toContain('nobody:none');
});

describe('an address', () => {
  it('that leads nowhere points to the documentation', async () => {
    const { status, body } = await test.get('/api/v1/run?secret=1');
    expect(status).toBe(404);
    expect(body).toMatchObject({ instance: '/api/v1/run' });
    expect(body.help).toMatchObject({ request: 'GET /docs' });
  });

  it('with a broken escape is refused', async () => {
    const { status, headers, body } = await test.get('/api/v1/runs/%E0%A4%A');
    expect(status).toBe(400);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(body.type).toBe('urn:baton:problem:malformed-url');
  });

  it('with other methods names them', async () => {
    const { status, headers, body } = await test.ask('DELETE', '/api/v1/runs/run_1');
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD');
    expect(body.type).toBe('urn:baton:problem:method-not-allowed');
  });

  it.each(['OPTIONS', 'PUT', 'QUERY', 'PROPFIND', 'TRACE'])(
    'refuses %s, whatever the body is, with the methods that it has',
    async (method) => {
      const headers = { authorization: `Bearer ${apiKey}` };
      for (const body of [{}, { payload: '{' }, { payload: 'a', type: 'text/plain' }]) {
        const { payload, type = 'application/json' } = body as { payload?: string; type?: string };
        const response = await test.app.inject({
          method: method as 'PUT',
          url: '/api/v1/me',
          headers: { ...headers, ...(payload !== undefined && { 'content-type': type }) },
          ...(payload !== undefined && { payload }),
        });
        expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD']);
      }
    },
  );

  it('of the gateway refuses QUERY too, with the methods that it has', async () => {
    const { status, headers } = await test.ask('QUERY' as 'GET', '/v1/models');
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('that leads nowhere is not found, whatever the body is', async () => {
    const [json, form] = await Promise.all(
      ['application/json', 'text/plain'].map((type) =>
        test.ask('POST', '/api/v1/run', { payload: '{', headers: { 'content-type': type } }),
      ),
    );
    expect([json?.status, form?.status]).toEqual([404, 404]);
  });
});

describe('a request that is no HTTP', () => {
  it.each([
    ['whose headers are too large', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, '16 KB'],
    ['of another protocol', 'HELO baton\r\n\r\n', 400, 'not an HTTP request'],
  ])('%s is answered with a problem', async (_what, text, status, detail) => {
    const { hostname, port } = new URL(await listening());
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text));
      socket.once('data', (data) => resolve(data.toString()));
      socket.once('error', reject);
    });
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head).toContain('application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, detail: expect.stringContaining(detail) });
  });
});

describe('an error that nobody expected', () => {
  it('tells its cause to the log alone', async () => {
    const database = await openTestDatabase();
    const lines: string[] = [];
    const logger = { level: 'error', stream: { write: (line: string) => lines.push(line) } };
    const broken = await openTestApp({ database, logger });
    await database.db.execute('drop table runs cascade');
    const { status, body } = await broken.get('/api/v1/runs');
    await broken.close();

    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toMatch(/select|relation|\.ts/);
    const request = /under request (\S+)\./.exec(body.detail)?.[1];
    expect(lines.join('')).toContain(`"reqId":"${request}"`);
    expect(lines.join('')).toContain('relation');
  });
});
