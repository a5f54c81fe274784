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
])('%s of a connection or a stream passes by itself', (error) => {
  expect(classify(error, source).kind).toBe('transient');
});

test.each([coded('ERR_INVALID_URL'), new TypeError('x is not iterable'), new Error('contents')])(
  '%s of what was to be sent does not pass',
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
