import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../contracts/base/read-environment.ts';
import { keysEnvironment } from '../../keys/env.ts';
import { keyFile, openKeyFile } from '../../keys/key-file.ts';
import { readKeyring } from '../../keys/keyring.ts';

const newKey = () => randomBytes(32).toString('base64');
const [first, second] = [newKey(), newKey()];

describe('a keyring', () => {
  it('writes with the first key and reads with all', () => {
    const keys = readKeyring(`new:${first}, old:${second}`).derive('codec');
    expect(keys.current.id).toBe('new');
    expect(keys.current).toBe(keys.find('new'));
    expect(keys.find('old')?.key.symmetricKeySize).toBe(32);
    expect(keys.find('older')).toBeUndefined();
  });

  it('derives other keys for other purposes, and the same ones again', () => {
    const keyring = readKeyring(`a:${first}`);
    const { key } = keyring.derive('codec').current;
    expect(key.export()).not.toEqual(Buffer.from(first, 'base64'));
    expect(keyring.derive('decisions').current.key.equals(key)).toBe(false);
    expect(readKeyring(`b:${first}`).derive('codec').current.key.equals(key)).toBe(true);
  });

  it('derives by HKDF-SHA-256', () => {
    const zeros = Buffer.alloc(32).toString('base64');
    // printf '' | openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt hexkey:00… -kdfopt info:baton/codec HKDF
    expect(readKeyring(`a:${zeros}`).derive('codec').current.key.export().toString('hex')).toBe(
      'c9cfcfd59a2fd097e74b6449da57290bf54926fedfd0e1e75a8334b9ba597f4e',
    );
  });

  it.each([
    ['', 'there is no key'],
    [first, 'key 1 is not ID:KEY'],
    [`${first}:a`, 'key 1 is not ID:KEY'],
    [`a:${first}\nb:${second.slice(0, 40)}`, 'key 2 is not ID:KEY'],
    [`a:${first},a:${second}`, 'key 2 has the id of another key'],
  ])('names the entry that is wrong, and shows no key', (text, problem) => {
    const read = () => readEnvironment(keysEnvironment, { BATON_KEYS: text || ',' });
    expect(read).toThrow(`BATON_KEYS: ${problem}`);
    expect(read).not.toThrow(first.slice(0, 20));
    expect(read).not.toThrow(second.slice(0, 20));
  });
});

describe('the key file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'baton-keys-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made by the first start, for its user alone, and kept', async () => {
    const { current } = (await openKeyFile(folder)).derive('codec');
    expect((await stat(keyFile(folder))).mode & 0o777).toBe(0o600);
    const again = (await openKeyFile(folder)).derive('codec').current;
    expect(again.id).toBe(current.id);
    expect(again.key.equals(current.key)).toBe(true);
  });

  it('takes a new first line as the key to write with', async () => {
    const { current } = (await openKeyFile(folder)).derive('codec');
    await writeFile(keyFile(folder), `new:${first}\n${await readFile(keyFile(folder), 'utf8')}`);
    const keys = (await openKeyFile(folder)).derive('codec');
    expect(keys.current.id).toBe('new');
    expect(keys.find(current.id)).toEqual(current);
  });

  it('is not replaced when it is empty', async () => {
    await writeFile(keyFile(folder), '');
    await expect(openKeyFile(folder)).rejects.toThrow(
      `The keys in ${keyFile(folder)} cannot be used: there is no key. Restore the original file`,
    );
  });
});
