import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { joinRuns } from './support/join-runs.mjs';
import type { FileResult, Results } from './support/join-runs.mjs';

const root = resolve(import.meta.dirname, '..');

/** What vitest makes of files, by our reporter. */
async function resultsOf(files: Record<string, string>): Promise<Results> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-results-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), `import { beforeAll, test } from 'vitest';\n${text}`);
  }
  const path = join(folder, 'results.json');
  const reporter = join(root, 'test/support/results-reporter.mjs');
  const args = ['run', '--root', folder, '--reporter', reporter];
  const env = { ...process.env, BATON_TEST_RESULTS: path };
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  execFile(join(root, 'node_modules/.bin/vitest'), args, { cwd: folder, env }, () => end());
  await ended;
  return JSON.parse(await readFile(path, 'utf8'));
}

test('a run of tests is told file by file, with what failed and why', async () => {
  const { files, errors } = await resultsOf({
    'mixed.test.js': `
      test('holds', () => {});
      test('breaks', () => { throw new Error('no such price'); });
      test.skip('waits', () => {});
      test.todo('comes');`,
    'hook.test.js': `beforeAll(() => { throw new Error('no server'); }); test('never', () => {});`,
    'unread.test.js': `import './missing.js';`,
    'stray.test.js': `test('throws later', async () => {
      Promise.reject(new Error('nobody waits for it'));
      await new Promise((done) => setImmediate(done));
    });`,
  });
  const byName = Object.fromEntries(files.map((result) => [result.file, result]));
  expect(byName['mixed.test.js']).toMatchObject({ passed: 1, failed: 1, skipped: 2 });
  expect(byName['mixed.test.js']!.failures[0]).toMatch(
    /^mixed.test.js: breaks\nError: no such price/,
  );
  expect(byName['hook.test.js']).toMatchObject({ passed: 0, failed: 1 });
  expect(byName['hook.test.js']!.failures[0]).toContain('no server');
  expect(byName['unread.test.js']).toMatchObject({ passed: 0, failed: 1 });
  expect(byName['unread.test.js']!.failures[0]).toContain('missing.js');
  expect(errors).toEqual([expect.stringContaining('nobody waits for it')]);
});

test('a file whose process died has failed, and is no error of another', async () => {
  const { files, errors } = await resultsOf({
    'abort.test.js': `test('ends all', () => process.kill(process.pid, 'SIGKILL'));`,
    'other.test.js': `test('holds', () => {});`,
  });
  const byName = Object.fromEntries(files.map((result) => [result.file, result]));
  expect(byName['abort.test.js']).toMatchObject({ passed: 0, failed: 1 });
  expect(byName['abort.test.js']!.failures[0]).toContain('exited unexpectedly');
  expect(byName['other.test.js']).toMatchObject({ passed: 1, failed: 0 });
  expect(errors).toEqual([]);
});

describe('files that failed, run once more alone', () => {
  const failures = ['a: late\nError: too late', 'a: early\nError: too early'];
  const broken: FileResult = { file: 'a', passed: 2, failed: 2, skipped: 0, failures };
  const steady: FileResult = { file: 'b', passed: 5, failed: 0, skipped: 1, failures: [] };
  const passing = { ...broken, passed: 4, failed: 0, failures: [] };
  const first: Results = { files: [broken, steady], errors: [] };
  const again = (files: FileResult[], known: string[] = []) =>
    joinRuns(first, { files, errors: [] }, known);

  test('count as passed where all of them pass then and are known to be flaky', () => {
    const { files, passedAlone } = again([passing], ['a: late', 'a: early']);
    expect(files).toEqual([passing, steady]);
    expect(passedAlone).toEqual(['a: late', 'a: early']);
  });

  test('count as failed by those of their tests that are not known to be flaky', () => {
    const { files, passedAlone } = again([passing], ['a: late', 'b: early']);
    const one = { ...broken, passed: 3, failed: 1, failures: ['a: early\nError: too early'] };
    expect(files).toEqual([one, steady]);
    expect(passedAlone).toEqual(['a: late', 'a: early']);
    expect(again([passing]).files).toEqual([broken, steady]);
  });

  test('count as they failed then', () => {
    const failing = { ...broken, passed: 1, failed: 3, failures: ['a: late', 'a: never'] };
    expect(again([failing], ['a: late', 'a: early', 'a: never'])).toEqual({
      files: [failing, steady],
      errors: [],
      passedAlone: [],
    });
  });

  test('count as they failed at first where they were not run', () => {
    expect(again([])).toEqual({ ...first, passedAlone: [] });
    const skipped = { ...broken, passed: 0, failed: 0, skipped: 4, failures: [] };
    expect(again([skipped], ['a: late', 'a: early'])).toEqual({ ...first, passedAlone: [] });
  });

  test('leave what failed outside of tests as it is', () => {
    const errors = ['an unhandled rejection'];
    const joined = joinRuns({ ...first, errors }, { files: [], errors: [] }, []);
    expect(joined.errors).toEqual(errors);
  });
});

test('a known flaky test is listed with its file and the reason why it is accepted', async () => {
  const known = JSON.parse(await readFile(join(root, 'test/known-flaky.json'), 'utf8'));
  for (const { test: name, reason } of known) {
    expect(existsSync(join(root, name.split(': ', 1)[0])), name).toBe(true);
    expect(reason, name).toMatch(/\S/);
  }
  expect(known).toBeInstanceOf(Array);
});
