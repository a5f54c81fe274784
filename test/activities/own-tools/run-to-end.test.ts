import { expect, test } from 'vitest';
import { runToEnd } from '../../../activities/own-tools/check-types.ts';

const limits = { cwd: import.meta.dirname, timeoutMs: 20_000 };
const script = (code: string) => runToEnd(['-e', code], limits);

test('what a program printed counts, whatever its exit code', async () => {
  expect(await script('console.log("found 1 error"); process.exitCode = 2')).toBe(
    'found 1 error\n',
  );
});

test('what a program printed before it was killed counts as nothing at all', async () => {
  expect(await script('console.log("so far"); process.kill(process.pid)')).toBeUndefined();
});

test('a program that takes too long is ended', async () => {
  const endless = runToEnd(['-e', 'setInterval(() => {}, 1_000)'], { ...limits, timeoutMs: 300 });
  expect(await endless).toBeUndefined();
});
