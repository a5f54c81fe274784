import { expect, test } from 'vitest';
import { classify } from '../../../../../activities/models/providers/errors/classify.ts';
import { startMockServer } from '../../mock-server.ts';
import { wireNamed } from '../wires/index.ts';
import { never, request } from '../../requests.ts';

const source = { provider: 'mock', secrets: [], now: 0 };
const coded = (code: string) => Object.assign(new Error('it failed'), { code });

test.each([
  coded('ECONNRESET'),
  coded('UND_ERR_SOCKET'),
  new TypeError('fetch failed'),
  new TypeError('terminated'),
  new SyntaxError('Unexpected end of JSON input'),
])('%s of a connection or a stream is transient', (error) => {
  expect(classify(error, source).kind).toBe('transient');
});

test.each([coded('ERR_INVALID_URL'), new TypeError('x is not iterable'), new Error('contents')])(
  '%s of the request itself is permanent',
  (error) => {
    expect(classify(error, source).kind).toBe('invalid_request');
  },
);

test.each(['anthropic', 'gemini'])('%s answers where the system alone has spoken', async (name) => {
  const wire = wireNamed(name);
  const server = await startMockServer({ body: wire.answer({ text: 'ok' }) });
  const messages = [{ role: 'system' as const, text: 'Say ok' }];
  const asked = request({ model: wire.model, messages });
  expect(await wire.create(server.url).chat(asked, never)).toMatchObject({ text: 'ok' });
  const { messages: turns, contents } = server.received[0]!.body as Record<string, unknown>;
  expect(turns ?? contents).toMatchObject([{ role: 'user' }]);
});

const failed = (code: string, message = code) =>
  Object.assign(new TypeError('fetch failed'), {
    cause: Object.assign(new Error(message), { code }),
  });
const answered = (status: number, message = 'it failed') =>
  Object.assign(new Error(message), {
    status,
    headers: new Headers(),
    error: { error: { message } },
  });

test.each<[string, unknown]>([
  ['a refused connection', failed('ECONNREFUSED')],
  ['a reset connection', failed('ECONNRESET')],
  [
    'a connection that the server closes without an answer',
    failed('UND_ERR_SOCKET', 'other side closed'),
  ],
  ['a name server that does not respond', failed('EAI_AGAIN')],
  ['a connection that is not made in time', failed('ETIMEDOUT', 'connect ETIMEDOUT 192.0.2.1:443')],
  ['a connect timeout', failed('UND_ERR_CONNECT_TIMEOUT', 'Connect Timeout Error')],
  ...[500, 502, 503, 504].map((status) => [`a ${status}`, answered(status)] as [string, unknown]),
])('%s means that the provider is unavailable', (_what, error) => {
  expect(classify(error, source)).toMatchObject({ kind: 'transient', isAway: true });
});

test.each([
  ['a name that does not exist', failed('ENOTFOUND')],
  ['an answer that stalls', failed('ETIMEDOUT', 'read ETIMEDOUT')],
  ['a timeout', new Error('Request timed out.')],
  ['a model that does not fit', answered(500, 'model requires more system memory (9 GiB)')],
  ['a 501', answered(501)],
  ['a 505', answered(505)],
  ['an error in an answer', { error: { code: 503, message: 'overloaded' } }],
])('%s is transient, and the provider responds', (_what, error) => {
  expect(classify(error, source)).toMatchObject({ kind: 'transient', isAway: false });
});

test.each([
  ['that has expired', failed('CERT_HAS_EXPIRED', 'certificate has expired')],
  ['of its own', failed('DEPTH_ZERO_SELF_SIGNED_CERT')],
  ['of another name', failed('ERR_TLS_CERT_ALTNAME_INVALID')],
  ['that nobody knows', failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE')],
])('a certificate %s is permanent: a person has to act', (_what, error) => {
  expect(classify(error, source)).toMatchObject({
    kind: 'unauthorized',
    isAway: false,
    message: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
});
