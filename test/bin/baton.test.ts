import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

const launcher = fileURLToPath(new URL('../../bin/baton.mjs', import.meta.url));
const folderOfNode = fileURLToPath(new URL('../../node_modules/node', import.meta.url));

let folder: string;

/** A project with the launcher, and a program that says what it was given. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-launcher-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(launcher, join(folder, 'bin', 'baton.mjs'));
  await writeFile(
    join(folder, 'bin', 'main.ts'),
    'const given: string[] = process.argv.slice(2); console.log(given.join(" ")); process.exit(7);',
  );
  await writeFile(join(folder, 'package-lock.json'), lockOf('1.0.0'));
});

function lockOf(version: string): string {
  const elsewhere = { version: '1.0.0', optional: true };
  return JSON.stringify({ packages: { '': {}, 'node_modules/a': { version }, elsewhere } });
}

async function markInstalled(version: string): Promise<void> {
  const packages = { 'node_modules/a': { version } };
  await mkdir(join(folder, 'node_modules'));
  await symlink(folderOfNode, join(folder, 'node_modules', 'node'));
  await writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

/** @param npm what stands for npm: a shell script. */
async function run(args: readonly string[], npm: string) {
  await writeFile(join(folder, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
  return spawnSync(process.execPath, [join(folder, 'bin', 'baton.mjs'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH']}` },
  });
}

test('arguments go to the program, and its exit code comes back', async () => {
  await markInstalled('1.0.0');
  const { status, stdout, stderr } = await run(['run', '--input', 'a=b'], 'exit 9');
  expect(stdout).toBe('run --input a=b\n');
  expect(status).toBe(7);
  expect(stderr).toBe('');
});

test('what fits package-lock.json is not installed again', async () => {
  await markInstalled('1.0.0');
  const { status, stderr } = await run(['setup'], 'exit 9');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('another version than that of package-lock.json is installed anew', async () => {
  await markInstalled('0.9.0');
  const { status, stderr } = await run(['setup'], `echo "$@" >"${join(folder, 'asked')}"`);
  expect(stderr).toContain('Installing packages');
  expect(status).toBe(0);
});

test('when npm cannot install, the user is told what to do', async () => {
  const { status, stderr } = await run(['start'], 'echo "network down" >&2; exit 1');
  expect(status).toBe(1);
  expect(stderr).toContain('network down');
  expect(stderr).toContain('Check that this machine reaches the npm registry');
});
