import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor } from '../../telemetry/redactor.ts';
import { redactedStream } from '../../telemetry/redacted-stream.ts';
import { createWorkerLogger } from '../../workers/worker-logger.ts';

const openaiKey = 'a1b2c3d4-not-in-any-known-form';
const databasePassword = 'p@ss:word-of-db';
const environment = {
  OPENAI_API_KEY: openaiKey,
  DATABASE_URL: `postgres://baton:${encodeURIComponent(databasePassword)}@db:5432/baton`,
  BATON_MODELS: 'openai:gpt-5.2',
  PORT: '3000',
};
const redactor = createRedactor(environment, ['made-on-first-start']);

describe('In a text', () => {
  test('the keys of the environment never appear, nor the passwords of its URLs', () => {
    const said = redactor.text(
      `${openaiKey} ${databasePassword} ${environment.DATABASE_URL} made-on-first-start`,
    );
    expect(said).toBe('[key] [key] postgres://baton:[key]@db:5432/baton [key]');
  });

  test('each key of BATON_KEYS is hidden', () => {
    const [one, other] = ['bm90IGEgcmVhbCBrZXkgMQ==', 'bm90IGEgcmVhbCBrZXkgMg=='];
    const { text } = createRedactor({ BATON_KEYS: `new:${one}, old:${other}` });
    expect(text(`${other} of new, ${one}`)).toBe('[key] of new, [key]');
  });

  test('what is no secret stays', () => {
    const text = 'openai:gpt-5.2 on port 3000: inputTokens: 12, key: run/a#b, token bucket of 5/s';
    expect(redactor.text(text)).toBe(text);
  });

  test.each([
    ['Incorrect API key provided: sk-proj-abc123DEF456.'],
    ['authorization: Bearer abc.def.ghi'],
    ['{"Authorization":"Basic dXNlcjpwYXNz"}'],
    ['https://generativelanguage.googleapis.com/v1?alt=sse&key=abcdef'],
    ['https://user:hunter2hunter2@example.com/path'],
    ['AIzaSyA-1234567890abcdefghijklmnopqrstu'],
    ['AKIAIOSFODNN7EXAMPLE'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc'],
    ['ghp_abcdefghijklmnopqrstuvwxyz0123'],
    [`{ apiKey: 'plain words' }`],
    ['{"client_secret":"plain words"}'],
    [String.raw`{"message":"{\"password\":\"plain words\"}"}`],
    ['hf_plainplainplainplainplain'],
    ['github_pat_plainplainplainplainplain'],
    ['glpat-plainplainplainplain'],
    ['ya29.plainplainplainplain'],
    ['{"privateKey":"plain words"}'],
    ['passphrase=plain'],
    ['Authorization: Token plain'],
    ['Cookie: a=1; session=plain'],
    ['https://h.example/p?sig=plain'],
    ['XAI_API_KEY=plain'],
    ['x-api-key: plain'],
    ['-----BEGIN PRIVATE KEY-----\nplain\n-----END PRIVATE KEY-----'],
  ])('what looks like a secret does not appear: %s', (text) => {
    const said = createRedactor({}).text(text);
    expect(said).toContain('[key]');
    expect(said).not.toMatch(/abc123|abc\.def|dXNl|abcdef|hunter2|1234567890|IOSFODNN|eyJ|plain/);
  });

  test.each([JSON.stringify, encodeURIComponent])(
    'a known secret with marks in it does not appear as it is written elsewhere: %o',
    (write) => {
      const secret = String.raw`pass"word\of/the database`;
      const said = createRedactor({ DB_PASSWORD: secret }).text(`it is ${write(secret)} there`);
      expect(said).toContain('[key]');
      expect(said).not.toContain('word');
    },
  );

  test.each(['a', 'a-', 'a.'])('a long text of %j is read once', (piece) => {
    const text = piece.repeat(150_000);
    expect(createRedactor({}).text(text) === text).toBe(true);
  });

  test('JSON is still JSON', () => {
    const line = JSON.stringify({
      err: {
        message: `401: ${openaiKey} is wrong`,
        headers: { 'x-api-key': 'a"b', cookie: 'a=b' },
      },
      url: '/v1/models?key=abc',
      text: JSON.stringify({ password: 'abc', note: 'sk-abcdefgh' }),
    });
    expect(() => JSON.parse(redactor.text(line)) as unknown).not.toThrow();
  });
});

describe('In a value', () => {
  test('a key in an argument, in an error and in its cause, in a URL and under its name is gone', () => {
    const error = new Error(`GET https://api.example.com/?api_key=abc said no to ${openaiKey}`, {
      cause: new Error(`Bearer ${openaiKey}`),
    });
    const value = redactor.value({
      args: { url: `https://x.example/?token=abc&a=1`, headers: [{ Authorization: 'abc' }] },
      error,
    });
    const text = JSON.stringify(value);
    expect(text).not.toContain(openaiKey);
    expect(text).not.toContain('abc');
    expect(value).toMatchObject({
      args: { url: 'https://x.example/?token=[key]&a=1', headers: [{ Authorization: '[key]' }] },
      error: {
        name: 'Error',
        message: 'GET https://api.example.com/?api_key=[key] said no to [key]',
        cause: { message: '[key]' },
      },
    });
  });

  test('a long text is cut, and not through a secret', () => {
    const cut = redactor.value(`${'a'.repeat(990)}${openaiKey}${'b'.repeat(990)}`);
    expect(cut).toHaveLength(1_000);
    expect(cut).not.toContain(openaiKey.slice(0, 4));
  });

  test('a value that holds itself ends', () => {
    const value: { self?: unknown; a: number } = { a: 1 };
    value.self = value;
    expect(redactor.value(value)).toMatchObject({ a: 1, self: { a: 1 } });
  });

  test('no secret of the environment is left, wherever it stands', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (name, before, after) => {
        const text = JSON.stringify(
          redactor.value({ [name]: [{ deep: before + openaiKey + after }] }),
        );
        expect(text).not.toContain(openaiKey);
      }),
    );
  });
});

describe('In a log', () => {
  test('of a worker, a key appears neither in the message nor in its details', () => {
    const lines: string[] = [];
    const logger = createWorkerLogger(redactor, (line) => lines.push(line));
    logger.info(`asked with ${openaiKey}`, {
      tool: 'http_get',
      args: { url: 'https://a.example/?key=abc', headers: { 'x-api-key': 'abc' } },
      error: new Error(`no: ${openaiKey}`),
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z INFO asked with \[key\] \{ tool: 'http_get'/,
    );
    expect(lines[0]).not.toContain(openaiKey);
    expect(lines[0]).not.toContain('abc');
  });

  test('that is written as lines, each line passes the redactor', () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => lines.push(line) > 0 };
    redactedStream(destination, redactor).write(`{"msg":"${openaiKey}"}\n`);
    expect(lines).toEqual(['{"msg":"[key]"}\n']);
  });
});
