import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSealed } from '../../contracts/base/sealed-text.ts';
import { readKeyring } from '../../keys/keyring.ts';
import { createRecordSealer } from '../../keys/record-sealer.ts';

const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
const sealerOf = (keys: string) => createRecordSealer(readKeyring(keys));
const sealer = sealerOf(`one:${first}`);

test('what it sealed, it opens', () => {
  // Short ones, and long ones that can be compressed or cannot.
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'grapheme', minLength: 300, maxLength: 3_000, size: 'max' }),
    fc.string().map((text) => text.repeat(100)),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(sealer.open(sealer.seal(text))).toBe(text);
    }),
  );
});

test('a long text is sealed and opened as a short one is, and other work goes on between', async () => {
  // Half of it cannot be compressed, as in an image.
  const text = randomBytes(2_000_000).toString('base64') + 'text '.repeat(400_000);
  let turns = 0;
  let next: NodeJS.Immediate;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  turn();
  const sealed = await sealer.sealSoon(text);
  const turnsOfSealing = turns;
  const opened = await sealer.openSoon(sealed);
  clearImmediate(next!);
  expect(turnsOfSealing).toBeGreaterThan(1);
  expect(turns).toBeGreaterThan(turnsOfSealing);
  expect(opened === text).toBe(true);
  expect(sealer.open(sealed) === text).toBe(true);
  expect(sealer.openSoon(sealer.seal('short'))).toBe('short');
});

test('a text that is long only once it is opened is opened in several steps, too', async () => {
  const text = 'x'.repeat(5_000_000);
  const sealed = sealer.seal(text);
  expect(sealed.length).toBeLessThan(100_000);
  const opening = sealer.openSoon(sealed);
  expect(opening).toBeInstanceOf(Promise);
  expect((await opening) === text).toBe(true);
});

test('what it sealed shows its key and no text, not even twice the same', () => {
  const sealed = ['buy 10 SPX', 'buy 10 SPX'].map(sealer.seal);
  expect(sealed[0]).not.toBe(sealed[1]);
  for (const text of sealed) {
    expect(text).toMatch(/^baton1:one:/);
    const { data = '' } = parseSealed(text) ?? {};
    expect(Buffer.from(data, 'base64').toString('latin1')).not.toContain('SPX');
  }
});

test('after a change of keys, what the old one sealed is still opened', () => {
  const rotated = sealerOf(`two:${second},one:${first}`);
  expect(rotated.open(sealer.seal('old'))).toBe('old');
  expect(rotated.seal('new')).toMatch(/^baton1:two:/);
});

test.each([
  ['plain text', 'buy 10 SPX'],
  ['a key that is missing', sealerOf(`two:${second}`).seal('buy')],
  ['another key of the same name', sealerOf(`one:${second}`).seal('buy')],
  ['a key of another name with the same bytes', sealerOf(`two:${first}`).seal('buy')],
  ['a text that was cut', sealer.seal('buy 10 SPX').slice(0, -8)],
  ['a text of its form', 'baton1:one:text'],
])('%s is not opened', async (_, text) => {
  expect(sealer.open(text)).toBeUndefined();
  expect(await sealer.openSoon(text)).toBeUndefined();
});
