import { expect, test } from 'vitest';
import {
  noChanges,
  readChanges,
  writtenValue,
} from '../../../../../web/src/pages/run/retry/changes.ts';

const before = { topic: 'tea', limit: 3, deep: { list: [1] } };
const read = (written: Partial<typeof noChanges>) =>
  readChanges({ ...noChanges, ...written }, before);

test('nothing is asked for that was not changed', () => {
  const inputs = Object.fromEntries(
    Object.entries(before).map(([name, value]) => [name, writtenValue(value)]),
  );
  expect(read({})).toEqual({ request: {}, unread: [] });
  expect(read({ inputs })).toEqual({ request: {}, unread: [] });
});

test('texts stay texts, and all else is JSON', () => {
  const inputs = { topic: '42', limit: '4', deep: '{"list":[]}' };
  expect(read({ inputs }).request).toEqual({
    input: { topic: '42', limit: 4, deep: { list: [] } },
  });
  expect(read({ node: 'first', output: '"milk"' }).request).toEqual({ outputs: { first: 'milk' } });
  expect(read({ node: 'first', output: 'null' }).request).toEqual({ outputs: { first: null } });
});

test('what cannot be read is named, and not asked for', () => {
  expect(read({ inputs: { limit: 'many' }, node: 'first', output: '{' })).toEqual({
    request: {},
    unread: ['limit', 'output'],
  });
});
