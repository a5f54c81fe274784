import { expect, it } from 'vitest';
import { decisionSignatures } from '../../keys/decision-signatures.ts';
import { readKeyring } from '../../keys/keyring.ts';

const keyOf = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString('base64')}`;
const signed = { by: 'operator', args: { b: 1, a: 2 } };

it('verifies with every key, and signs with the first', () => {
  const old = decisionSignatures(readKeyring(keyOf('old', 1))).records;
  const both = decisionSignatures(
    readKeyring([keyOf('new', 2), keyOf('old', 1)].join(',')),
  ).records;
  const signature = old.sign(signed);
  expect(both.verify({ args: { a: 2, b: 1 }, by: 'operator' }, signature)).toBe('valid');
  expect(both.verify({ ...signed, by: 'ann' }, signature)).toBe('wrong');
  expect(both.sign(signed)).toMatch(/^new:[\w-]{43}$/);
  expect(old.verify(signed, both.sign(signed))).toBe('unknown-key');
});

it('takes no signature of another purpose, of another key under its id, or of no form at all', () => {
  const { records, seals } = decisionSignatures(readKeyring(keyOf('main', 1)));
  const other = decisionSignatures(readKeyring(keyOf('main', 2))).records;
  for (const signature of [seals.sign(signed), other.sign(signed), 'main:', 'main:x']) {
    expect(records.verify(signed, signature)).toBe('wrong');
  }
  for (const signature of ['', ':', 'main']) {
    expect(records.verify(signed, signature)).toBe('unknown-key');
  }
});
