import { expect, test } from 'vitest';
import { createCallIds } from '../../../../activities/models/providers/wire/call-ids.ts';

const strict = { refused: /[^a-zA-Z0-9_-]/g, longest: 64 };

test('two calls of one turn under one id get one result each', () => {
  const ids = createCallIds(strict);
  expect([ids.ofCall('c1'), ids.ofCall('c1')]).toEqual(['c1', 'c1_2']);
  expect([ids.ofResult('c1'), ids.ofResult('c1')]).toEqual(['c1', 'c1_2']);
});

test('an id that comes again in a later turn is made another, where ids may not repeat', () => {
  const ids = createCallIds(strict);
  expect([ids.ofCall('a'), ids.ofResult('a')]).toEqual(['a', 'a']);
  expect([ids.ofCall('a'), ids.ofResult('a')]).toEqual(['a_2', 'a_2']);
});

test('and stays byte for byte where they may', () => {
  const ids = createCallIds({ refused: /(?!)/g, longest: 256, repeats: true });
  expect([ids.ofCall('functions.x:0'), ids.ofResult('functions.x:0')]).toEqual([
    'functions.x:0',
    'functions.x:0',
  ]);
  expect([ids.ofCall('functions.x:0'), ids.ofResult('functions.x:0')]).toEqual([
    'functions.x:0',
    'functions.x:0',
  ]);
});

test('half a character is never sent', () => {
  const ids = createCallIds({ refused: /(?!)/g, longest: 3 });
  const sent = [ids.ofCall('ab😀'), ids.ofCall('ab😀')];
  expect(sent.map((id) => id.isWellFormed())).toEqual([true, true]);
});
