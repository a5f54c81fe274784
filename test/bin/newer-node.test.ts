import { expect, test } from 'vitest';
import { isTooOld, newerNode } from '../../bin/newer-node.mjs';

test.each([
  ['20.19.0', true],
  ['21.7.3', true],
  ['22.22.2', false],
  ['26.0.0', false],
])('Node %s is too old for the npm package: %s', (version, expected) => {
  expect(isTooOld(version)).toBe(expected);
});

test('the Node that runs us is taken where it is new enough', () => {
  expect(newerNode()).toBe(process.execPath);
});

test('npm fetches another one where it is too old, which is said', () => {
  const said: string[] = [];
  const ask = (from: string) => {
    if (from === 'cache') throw new Error('ENOTCACHED');
    return '/cache/node';
  };
  const node = newerNode({ version: '20.19.0', ask, tell: (text) => said.push(text) });
  expect(node).toBe('/cache/node');
  expect(said).toEqual([
    'Node 20.19.0 is too old for Baton: npm fetches node@24, on which it runs.',
  ]);
});

test('nothing is said of one that npm has', () => {
  const said: string[] = [];
  const node = newerNode({
    version: '20.19.0',
    ask: () => '/cache/node',
    tell: (text) => said.push(text),
  });
  expect(node).toBe('/cache/node');
  expect(said).toEqual([]);
});

test('where npm cannot, the error says what to do', () => {
  const ask = () => {
    throw new Error('ENOTFOUND registry.npmjs.org');
  };
  expect(() => newerNode({ version: '20.19.0', ask, tell: () => undefined })).toThrow(
    /this is 20\.19\.0, and npm could not bring node@24 along \(ENOTFOUND.*npm ping.*nodejs\.org/s,
  );
});
