import { defaultPayloadConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPayloadCodec } from '../../../keys/payload-codec.ts';
import { readKeyring } from '../../../keys/keyring.ts';
import { testKeys } from '../../support/keys.ts';
import { apiKey, openTestApp } from '../support/app.ts';
import type { TestApp } from '../support/app.ts';

const path = '/api/v1/temporal/codec/decode';
const codec = createPayloadCodec(readKeyring(testKeys).derive('codec'));
const plain = defaultPayloadConverter.toPayload({ symbol: 'SPX' });
const asJson = ({ metadata = {}, data }: Payload) => ({
  metadata: Object.fromEntries(
    Object.entries(metadata ?? {}).map(([name, bytes]) => [
      name,
      Buffer.from(bytes).toString('base64'),
    ]),
  ),
  data: Buffer.from(data ?? []).toString('base64'),
});

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

it('decodes what Baton wrote, and leaves plain text as it is', async () => {
  const [sealed] = await codec.encode([plain]);
  const payloads = [asJson(sealed!), asJson(plain)];
  const { status, body } = await test.post(`${path}?preserveStorageRefs=true`, { payloads });
  expect(status).toBe(200);
  expect(body).toEqual({ payloads: [asJson(plain), asJson(plain)] });
});

it('needs the key, or a session on a page of its own origin', async () => {
  const [sealed] = await codec.encode([plain]);
  const payload = { payloads: [asJson(sealed!)] };
  const ask = (headers: Record<string, string>) =>
    test.app.inject({ method: 'POST', url: path, payload, headers });
  expect((await ask({})).statusCode).toBe(401);
  const entered = await test.app.inject({
    url: '/sign-in',
    method: 'POST',
    payload: `key=${apiKey}`,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
  });
  const cookie = String(entered.headers['set-cookie']).split(';', 1)[0] ?? '';
  expect((await ask({ cookie, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  expect((await ask({ cookie, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
});

it('names the key that is missing', async () => {
  const other = createPayloadCodec(
    readKeyring(`gone:${Buffer.alloc(32, 7).toString('base64')}`).derive('codec'),
  );
  const [sealed] = await other.encode([plain]);
  const { status, body } = await test.post(path, { payloads: [asJson(sealed!)] });
  expect(status).toBe(422);
  expect(body.detail).toContain('the key "gone", which Baton does not have');
});

it('takes payloads as large as Temporal does', async () => {
  const [sealed] = await codec.encode([defaultPayloadConverter.toPayload('x'.repeat(2_000_000))]);
  expect((await test.post(path, { payloads: [asJson(sealed!)] })).status).toBe(200);
});

it('encrypts nothing for others: what they send stays in plain text', async () => {
  const payloads = [asJson(plain)];
  const { status, body } = await test.post(path.replace('decode', 'encode'), { payloads });
  expect([status, body]).toEqual([200, { payloads }]);
});

it('refuses more entries than Temporal sends, before it looks at them', async () => {
  const many = { payloads: Array.from({ length: 200_000 }, () => ({})) };
  const names = Array.from({ length: 30_000 }, (_, name) => [`n${name}`, 'wrong!']);
  const wide = { payloads: [{ metadata: Object.fromEntries(names) }] };
  for (const payload of [many, wide]) {
    const { status, body } = await test.post(path, payload);
    expect(status).toBe(422);
    expect(body.detail).toContain('at most 20,000');
    expect(body.errors).toBeUndefined();
  }
});
