import { ApplicationFailure, defaultPayloadConverter } from '@temporalio/common';
import type { Payload } from '@temporalio/common';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failureConverter } from '../../keys/failure-converter.ts';
import { readKeyring } from '../../keys/keyring.ts';
import { createPayloadCodec, UnreadablePayload } from '../../keys/payload-codec.ts';

const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
const codecOf = (keys: string) => createPayloadCodec(readKeyring(keys).derive('codec'));
const codec = codecOf(`one:${first}`);
const toPayload = (value: unknown) => defaultPayloadConverter.toPayload(value);
const toValue = ([payload]: Payload[]) => defaultPayloadConverter.fromPayload(payload!);
const textOf = (payloads: Payload[]) =>
  payloads
    .flatMap(({ data, metadata }) => [data, ...Object.values(metadata ?? {})])
    .map((bytes) => Buffer.from(bytes ?? []).toString('latin1'))
    .join(' ');

test('what it wrote, it reads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (json) => {
      const value: unknown = JSON.parse(json);
      expect(toValue(await codec.decode(await codec.encode([toPayload(value)])))).toEqual(value);
    }),
  );
});

test('what it wrote holds no text, not even twice the same', async () => {
  const payload = toPayload('buy 10 SPX');
  const sealed = await codec.encode([payload, payload]);
  expect(textOf(sealed)).not.toMatch(/buy|SPX|json/);
  expect(sealed[0]!.data).not.toEqual(sealed[1]!.data);
  expect(textOf(sealed)).toContain('binary/encrypted');
});

test('payloads in plain text, as earlier versions wrote them, are read as they are', async () => {
  const payload = toPayload({ plain: true });
  expect(await codec.decode([payload, {}])).toEqual([payload, {}]);
});

test('after a change of keys, what the old one wrote is still read', async () => {
  const sealed = await codec.encode([toPayload('old')]);
  const rotated = codecOf(`two:${second},one:${first}`);
  expect(toValue(await rotated.decode(sealed))).toBe('old');
  expect(textOf(await rotated.encode([toPayload('new')]))).toContain('two');
});

test('a key that is missing is named', async () => {
  const sealed = await codec.encode([toPayload('old')]);
  await expect(codecOf(`two:${second}`).decode(sealed)).rejects.toThrow(
    'A payload is encrypted with the key "one", which Baton does not have.',
  );
});

const flip = (bytes: Uint8Array) => bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte));
test.each<[string, (payload: Payload) => Payload]>([
  ['data', ({ metadata, data }) => ({ metadata: metadata!, data: flip(data!) })],
  ['data that is missing', ({ metadata }) => ({ metadata: metadata! })],
  ['a short tag', ({ metadata, data }) => ({ metadata: metadata!, data: data!.subarray(0, 4) })],
  [
    'the nonce',
    ({ metadata, data }) => ({
      data: data!,
      metadata: { ...metadata, 'encryption-nonce': flip(metadata!['encryption-nonce']!) },
    }),
  ],
  [
    'the nonce that is missing',
    ({ metadata, data }) => ({
      data: data!,
      metadata: {
        encoding: metadata!['encoding']!,
        'encryption-key-id': metadata!['encryption-key-id']!,
      },
    }),
  ],
  [
    'the id of the key',
    ({ metadata, data }) => ({
      data: data!,
      metadata: { ...metadata, 'encryption-key-id': Buffer.from('same') },
    }),
  ],
])('a change of %s does not go unnoticed', async (_what, change) => {
  const [sealed] = await codec.encode([toPayload('secret')]);
  // Under its second id, the same key would open it.
  const reader = codecOf(`one:${first},same:${first}`);
  await expect(reader.decode([change(sealed!)])).rejects.toThrow(UnreadablePayload);
});

test('a failure of 8 MB is cut before it leaves, with its causes and details', () => {
  const long = 'x'.repeat(8_000_000);
  const small = { durationMs: 5 };
  const error = ApplicationFailure.create({
    type: 'Refused',
    message: `The order failed: ${long}`,
    details: [{ long }, small],
    cause: new Error(long),
  });
  const failure = failureConverter.errorToFailure(error, defaultPayloadConverter);
  const asText = (_key: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString() : value;
  expect(JSON.stringify(failure, asText).length).toBeLessThan(60_000);
  const read = failureConverter.failureToError(failure, defaultPayloadConverter);
  expect(read.message).toMatch(/^The order failed: x+…$/);
  expect(read).toMatchObject({ type: 'Refused', details: [null, small] });
});

test('messages and stack traces of errors are in the payload, also when an error is converted twice', () => {
  const error = ApplicationFailure.nonRetryable('The order of 10 SPX failed', 'Refused');
  const failure = failureConverter.errorToFailure(error, defaultPayloadConverter);
  expect(failure).toMatchObject({ message: 'Encoded failure', stackTrace: '' });
  const back = failureConverter.failureToError(failure, defaultPayloadConverter);
  expect(back.message).toBe('The order of 10 SPX failed');
  for (const again of [1, 2]) {
    const passedOn = failureConverter.errorToFailure(back, defaultPayloadConverter);
    const read = failureConverter.failureToError(passedOn, defaultPayloadConverter);
    expect(read.message, `conversion ${again}`).toBe('The order of 10 SPX failed');
  }
});
