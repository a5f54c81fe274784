import { describe, expect, test } from 'vitest';
import type { ProviderErrorKind } from '../../../../activities/models/provider.ts';
import { asking, failure } from './ask-wire.ts';
import { closedPort, startMockServer } from '../mock-server.ts';
import { never, request } from '../requests.ts';
import { apiKey } from './wires/api-key.ts';
import { wires } from './wires/index.ts';

describe.each(wires)('$name', (wire) => {
  const { chat, stream } = asking(wire);

  describe('an error', () => {
    test.each<[number, ProviderErrorKind]>([
      [400, 'invalid_request'],
      [401, 'unauthorized'],
      [402, 'unauthorized'],
      [403, 'unauthorized'],
      [404, 'invalid_request'],
      [408, 'transient'],
      [409, 'transient'],
      [413, 'context_too_long'],
      [422, 'invalid_request'],
      [429, 'rate_limited'],
      [500, 'transient'],
      [503, 'transient'],
      [529, 'rate_limited'],
    ])('of HTTP %i is %s, and is asked once, streamed or not', async (status, kind) => {
      const server = await startMockServer({
        status,
        body: wire.error('some_error', 'It went wrong'),
      });
      const provider = wire.create(server.url);
      const asked = request({ model: wire.model });
      const expected = {
        provider: provider.name,
        kind,
        code: String(status),
        message: 'It went wrong',
      };
      await expect(provider.chat(asked, never)).rejects.toMatchObject(expected);
      const watched = { ...never, onDelta: () => {} };
      await expect(provider.chat(asked, watched)).rejects.toMatchObject(expected);
      expect(server.received).toHaveLength(2);
    });

    test.each<[string, string, string | undefined, ProviderErrorKind]>([
      ['invalid_request_error', 'Too many words', 'context_length_exceeded', 'context_too_long'],
      [
        'invalid_request_error',
        'prompt is too long: 9 tokens > 8 maximum',
        undefined,
        'context_too_long',
      ],
      ['invalid_request_error', 'Filtered', 'content_filter', 'content_filter'],
      ['billing_error', 'Pay first', undefined, 'unauthorized'],
      [
        'invalid_request_error',
        'This model does not support tools',
        undefined,
        'tools_unsupported',
      ],
    ])('of type %s saying "%s" (%s) is %s', async (type, message, code, kind) => {
      const error = await failure(chat({ status: 400, body: wire.error(type, message, code) }));
      expect(error).toMatchObject({ kind });
    });

    test('says how long to wait, in milliseconds before seconds', async () => {
      const body = wire.error('rate_limit_error', 'Slow down');
      const wait = async (headers: Record<string, string>) =>
        (await failure(chat({ status: 429, headers, body }))).retryAfterMs;
      expect(await wait({ 'retry-after': '7' })).toBe(7000);
      expect(await wait({ 'retry-after': '7', 'retry-after-ms': '1500' })).toBe(1500);
      expect(await wait({})).toBeUndefined();
    });

    test('is transient for a web page or an error instead of an answer', async () => {
      const page = { headers: { 'content-type': 'text/html' }, body: '<html>' };
      const inPlace = { body: { error: { message: 'overloaded' } } };
      for (const ask of [chat, stream]) {
        expect(await failure(ask(page))).toMatchObject({ kind: 'transient' });
        expect(await failure(ask({ body: '{"cut' }))).toMatchObject({ kind: 'transient' });
        expect(await failure(ask(inPlace))).toMatchObject({
          kind: 'transient',
          message: 'overloaded',
        });
      }
    });

    test('tells the title of a page that stands in place of an answer, and none of its markup', async () => {
      const titled = '<html>\n<head><title>502 Bad Gateway</title></head><body>nginx</body></html>';
      const tell = async (body: string) => {
        const page = { status: 502, headers: { 'content-type': 'text/html' }, body };
        return (await failure(chat(page))).message;
      };
      expect(await tell(titled)).toContain('answered with a web page: 502 Bad Gateway');
      expect(await tell('<!DOCTYPE html><p>Down</p>')).toContain('answered with a web page');
      expect(await tell('<!DOCTYPE html><p>Down</p>')).not.toContain('<');
    });

    test('names the network error of a server that is not there', async () => {
      const provider = wire.create(`http://127.0.0.1:${await closedPort()}`);
      await expect(provider.chat(request(), never)).rejects.toMatchObject({
        kind: 'transient',
        code: 'ECONNREFUSED',
      });
    });

    test('keeps keys out of messages, cuts them, and keeps no cause', async () => {
      const said = `Incorrect key ${apiKey} and sk-other***1234. ${'x'.repeat(1000)}`;
      const body = wire.error('authentication_error', said);
      const error = await failure(chat({ status: 401, body }));
      expect(error.message).not.toContain('sk-');
      expect(error.message.length).toBeLessThanOrEqual(300);
      expect(error.cause).toBeUndefined();
    });
  });
});
