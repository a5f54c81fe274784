import { expect, test } from 'vitest';
import { whyOver } from '../../../activities/gateway/progress.ts';

const lost = { begun: 1, returned: 0, failures: 0, hasOutput: false };

test.each([
  ['chat', /called the model/],
  ['embeddings', /called the model/],
  ['tool', /may have been executed/],
  ['memory', /may have been executed/],
] as const)('a lost call of kind %s is not blamed on another one', (kind, message) => {
  expect(whyOver({ kind, idempotencyKey: null }, lost)).toEqual({
    type: 'Interrupted',
    message: expect.stringMatching(message),
  });
});

test('a lost call with a key is made again', () => {
  expect(whyOver({ kind: 'tool', idempotencyKey: 'k' }, lost)).toBeUndefined();
});
