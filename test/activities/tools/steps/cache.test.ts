import { expect, test } from 'vitest';
import { createToolCache } from '../../../../activities/tools/steps/cache.ts';
import type { Json } from '../../../../contracts/base/json.ts';
import { order, someTool } from '../support/executor.ts';

const { signal } = new AbortController();

/** Calls a tool through a cache, and tells whether the answer was kept. */
function through(cache: ReturnType<typeof createToolCache>) {
  return async (args: Json, output: Json, revision?: string) => {
    const call = { tool: someTool(), user: 'local', args, revision, signal };
    return (await cache.through(call, async () => output)).cached;
  };
}

test('an answer is cached as long as the records that it depends on stay the same', async () => {
  const ask = through(createToolCache());
  expect(await ask({}, 'one', 'a')).toBe(false);
  expect(await ask({}, 'one', 'a')).toBe(true);
  expect(await ask({}, 'two', 'b')).toBe(false);
  expect(await ask({}, 'two', 'b')).toBe(true);
});

test('a call in progress for older records is not waited for', async () => {
  const cache = createToolCache();
  const tool = someTool();
  const before = Promise.withResolvers<Json>();
  const slow = cache.through(
    { tool, user: 'local', args: {}, revision: 'a', signal },
    () => before.promise,
  );
  expect(await through(cache)({}, 'new', 'b')).toBe(false);
  before.resolve('old');
  expect((await slow).output).toBe('old');
});

test('answers are kept up to so many bytes: those that were asked for the longest ago go first', async () => {
  const ask = through(createToolCache({ maxBytes: 10_000 }));
  const text = 'x'.repeat(2_000);
  await ask(1, text);
  await ask(2, text);
  expect(await ask(1, text)).toBe(true);
  await ask(3, text);
  expect(await ask(1, text)).toBe(true);
  expect(await ask(2, text)).toBe(false);
});

test('an answer that is larger than all of it is given, and not kept', async () => {
  const ask = through(createToolCache({ maxBytes: 10_000 }));
  await ask(1, 'small');
  expect(await ask(2, 'x'.repeat(10_000))).toBe(false);
  expect(await ask(2, 'x'.repeat(10_000))).toBe(false);
  expect(await ask(1, 'small')).toBe(true);
});

test('what has a side effect is never kept', async () => {
  const cache = createToolCache();
  const call = { tool: order({ cacheMs: 60_000 }), user: 'local', args: {}, signal };
  await cache.through(call, async () => 1);
  expect(await cache.through(call, async () => 2)).toEqual({ output: 2, cached: false });
});
