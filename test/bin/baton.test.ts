import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startEnvironment } from '../../bin/start/env.ts';
import { findFreePort } from '../../bin/start/ports.ts';
import { defaultPorts } from '../../bin/taken-port.mjs';

const launcherFiles = [
  'baton.mjs',
  'install-lock.mjs',
  'newer-node.mjs',
  'taken-port.mjs',
  'trim-packages.mjs',
];
const binFolder = fileURLToPath(new URL('../../bin/', import.meta.url));
const folderOfNode = fileURLToPath(new URL('../../node_modules/node', import.meta.url));

let folder: string;

/** A project with the launcher, and a program that says what it was given. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-launcher-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const file of launcherFiles) await cp(join(binFolder, file), join(folder, 'bin', file));
  await writeFile(
    join(folder, 'bin', 'main.ts'),
    'const given: string[] = process.argv.slice(2); console.log(given.join(" ")); process.exit(7);',
  );
  await writeFile(join(folder, 'package-lock.json'), lockOf('1.0.0'));
});

function lockOf(version: string): string {
  const elsewhere = { version: '1.0.0', optional: true };
  const packages = { '': {}, 'node_modules/a': { version }, ...ofDevelopment('1.0.0'), elsewhere };
  return JSON.stringify({ packages });
}

const ofDevelopment = (version: string) => ({ 'node_modules/b': { version, dev: true } });

async function markInstalled(version: string, others: object = {}): Promise<void> {
  const packages = { 'node_modules/a': { version }, ...others };
  await mkdir(join(folder, 'node_modules'));
  await symlink(folderOfNode, join(folder, 'node_modules', 'node'));
  await writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }));
}

/** @param npm what stands for npm: a shell script. */
async function run(args: readonly string[], npm: string, variables: Record<string, string> = {}) {
  await useNpm(npm);
  return spawnSync(...launch(args, variables));
}

const useNpm = (npm: string) =>
  writeFile(join(folder, 'npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });

function launch(args: readonly string[], variables: Record<string, string> = {}) {
  const env = {
    ...process.env,
    PATH: `${folder}${delimiter}${process.env['PATH']}`,
    TEMPORAL_ADDRESS: 'elsewhere:7233',
    ...variables,
  };
  const words = [join(folder, 'bin', 'baton.mjs'), ...args];
  return [process.execPath, words, { encoding: 'utf8' as const, env }] as const;
}

/** A launcher under way: what it has said so far, and how it ends. */
function begin(...args: string[]) {
  const program = spawn(...launch(args));
  onTestFinished(() => void program.kill('SIGKILL'));
  const said = { text: '' };
  program.stderr.on('data', (data) => (said.text += String(data)));
  return {
    said,
    ended: once(program, 'exit').then(([code]) => code as number | null),
    kill: (signal: NodeJS.Signals) => program.kill(signal),
  };
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

test.each<[what: string, args: string, version: string, others: object, npm: string | undefined]>([
  ['another version is installed anew', 'setup', '0.9.0', {}, 'ci --omit=dev'],
  ['packages for development stay', 'setup', '0.9.0', ofDevelopment('1.0.0'), 'ci'],
  ['those for development come with the others', 'setup --dev', '0.9.0', {}, 'ci'],
  ['those for development are added', 'setup --dev', '1.0.0', {}, 'install --no-save'],
  ['or changed', 'setup --dev', '1.0.0', ofDevelopment('0.9.0'), 'install --no-save'],
  ['or are there', 'setup --dev', '1.0.0', ofDevelopment('1.0.0'), undefined],
  ['nothing runs with them', 'setup', '1.0.0', ofDevelopment('0.9.0'), undefined],
])('%s', async (_what, args, version, others, npm) => {
  await markInstalled(version, others);
  const asked = join(folder, 'asked');
  const { status, stderr } = await run(args.split(' '), `echo "$@" >"${asked}"`);
  expect(status).toBe(0);
  if (npm === undefined) {
    expect(stderr).toBe('');
    expect(existsSync(asked)).toBe(false);
  } else {
    expect(stderr).toContain('Installing packages');
    expect(await readFile(asked, 'utf8')).toContain(`${npm} --no-audit`);
  }
});

test.each(['setup', 'setup --dev'])(
  'after an install, %s removes what packages bring and Baton does not load',
  async (args) => {
    await markInstalled('0.9.0');
    const brought = join(folder, 'node_modules', 'a');
    const npm = `mkdir '${brought}' && touch '${brought}/index.js' '${brought}/index.js.map'`;
    const { status } = await run(args.split(' '), npm);
    expect(status).toBe(0);
    expect(await readdir(brought)).toEqual(['index.js']);
  },
);

test('a port in use is reported before packages are installed', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const taken = String((other.address() as AddressInfo).port);
  const told = `Port ${taken}, needed for the`;
  const forApi = await run(['start'], 'echo installed >&2', { PORT: taken });
  expect(forApi.status).toBe(1);
  expect(forApi.stderr).toContain(`${told} API, is in use`);
  const free = { PORT: String(await findFreePort()), TEMPORAL_ADDRESS: '' };
  const forTemporal = await run(['start'], 'echo installed >&2', {
    ...free,
    BATON_TEMPORAL_PORT: taken,
  });
  expect(forTemporal.stderr).toContain(`${told} Temporal server, is in use`);
  expect(`${forApi.stderr}${forTemporal.stderr}`).not.toContain('nstall');
});

test('the launcher looks at the ports that the settings give', () => {
  expect(startEnvironment.parse({})).toMatchObject(defaultPorts);
});

const patience = { timeout: 20_000 };

/** The beginning of a script that notes a word, and goes on once it is given by {@link open}. */
const waits = 'cd "$(dirname "$0")"; [ -p gate ] || mkfifo gate; cat gate >>asked;';

async function open(word: string): Promise<void> {
  const gate = join(folder, 'gate');
  await expect.poll(() => existsSync(gate), patience).toBe(true);
  await writeFile(gate, `${word}\n`);
}

test('a command that comes while another installs waits for it, and installs nothing itself', async () => {
  const marker = join(folder, 'marker');
  const packages = { 'node_modules/a': { version: '1.0.0' } };
  await writeFile(marker, JSON.stringify({ packages }));
  await useNpm(
    `${waits} mkdir node_modules && ` +
      `ln -s '${folderOfNode}' node_modules/node && cp marker node_modules/.package-lock.json`,
  );
  const first = begin('runs');
  await expect.poll(() => first.said.text, patience).toContain('Installing packages');
  const second = begin('show');
  await expect.poll(() => second.said.text, patience).toContain('to install the packages');
  await open('once');
  expect(await Promise.all([first.ended, second.ended])).toEqual([7, 7]);
  expect(second.said.text).toMatch(/^Waiting for process \d+ to install the packages …\n$/);
  expect(await readFile(join(folder, 'asked'), 'utf8')).toBe('once\n');
  expect(await readdir(join(folder, '.baton'))).toEqual([]);
});

const lock = () => join(folder, '.baton', 'installing');
const longAgo = new Date(Date.now() - 60_000);

test.each([
  ['has died', () => spawnSync('true').pid, new Date()],
  ['has not been heard of for long, and whose number is in use', () => process.pid, longAgo],
])('the lock of a process that %s keeps nobody from installing', async (_what, owner, touched) => {
  const file = join(lock(), `${owner()}-its-own-name`);
  await mkdir(lock(), { recursive: true });
  await writeFile(file, '');
  await utimes(file, touched, touched);
  const { status, stderr } = await run(['setup'], 'exit 0');
  expect(stderr).toBe('Installing packages (once, about a minute) …\n');
  expect(status).toBe(0);
  expect(await readdir(join(folder, '.baton'))).toEqual([]);
});

test.each<[NodeJS.Signals, number]>([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('%s while packages are installed ends npm too, and releases the lock', async (signal, code) => {
  const file = join(folder, 'npm.pid');
  await useNpm(`cd "$(dirname "$0")"; mkfifo gate; echo $$ >npm.pid; exec cat gate`);
  const installing = begin('runs');
  await expect.poll(() => existsSync(file) && readFile(file, 'utf8'), patience).toMatch(/\d\n/);
  const npm = Number(await readFile(file, 'utf8'));
  onTestFinished(() => void (isAlive(npm) && process.kill(npm, 'SIGKILL')));
  installing.kill(signal);
  expect(await installing.ended).toBe(code);
  expect(isAlive(npm)).toBe(false);
  expect(await readdir(join(folder, '.baton'))).toEqual([]);
  expect(installing.said.text).toBe('Installing packages (once, about a minute) …\n');
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a command that waited for an installation that failed tries it itself', async () => {
  await useNpm(`${waits} exit 1`);
  const first = begin('runs');
  await expect.poll(() => first.said.text, patience).toContain('Installing packages');
  const second = begin('show');
  await expect.poll(() => second.said.text, patience).toContain('to install the packages');
  await open('first');
  expect(await first.ended).toBe(1);
  await expect.poll(() => second.said.text, patience).toContain('Installing packages');
  await open('second');
  expect(await second.ended).toBe(1);
  expect(await readFile(join(folder, 'asked'), 'utf8')).toBe('first\nsecond\n');
});

test('when npm cannot install, the user is told what to do', async () => {
  const { status, stderr } = await run(['start'], 'echo "network down" >&2; exit 1', {
    PORT: String(await findFreePort()),
  });
  expect(status).toBe(1);
  expect(stderr).toContain('network down');
  expect(stderr).toContain('Check that this machine can reach the npm registry');
});

/** A program that serves: it notes each start, says that it is ready, and ends as the next line of `ends` says. */
async function useServer(): Promise<{ starts: () => Promise<string[]> }> {
  await markInstalled('1.0.0');
  const notes = join(folder, 'starts');
  await writeFile(
    join(folder, 'bin', 'main.ts'),
    `import { appendFileSync, readFileSync } from 'node:fs';
    process.on('SIGTERM', () => process.exit(0));
    process.on('SIGUSR2', () => process.send?.('final', () => process.exit(1)));
    process.once('disconnect', () => process.exit(0));
    appendFileSync(${JSON.stringify(notes)}, \`\${process.pid} \${process.env.BATON_RESTARTED ?? ''}\\n\`);
    const count = readFileSync(${JSON.stringify(notes)}, 'utf8').split('\\n').length - 1;
    // Each word is for one start: those that fail end at once.
    const role = process.argv[2 + count] ?? 'ready';
    if (role === 'fails') process.exit(1);
    process.send?.(role);`,
  );
  const read = async () => (existsSync(notes) ? (await readFile(notes, 'utf8')).split('\n') : []);
  return { starts: async () => (await read()).filter(Boolean) };
}

const pidOf = (start: string | undefined) => Number(start?.split(' ')[0]);

test('a server that is killed is started again, and learns why', async () => {
  const { starts } = await useServer();
  const launcher = begin('start');
  await expect.poll(starts, patience).toHaveLength(1);
  process.kill(pidOf((await starts())[0]), 'SIGKILL');
  await expect.poll(starts, patience).toHaveLength(2);
  expect((await starts())[1]).toContain('{"reason":"It was ended by SIGKILL","count":1}');
  expect(launcher.said.text).toContain('Baton was ended by SIGKILL. It starts again in 0.5 s');
  launcher.kill('SIGTERM');
  expect(await launcher.ended).toBe(0);
  expect(await starts()).toHaveLength(2);
});

test('a process that says that a restart does not help is not restarted', async () => {
  const { starts } = await useServer();
  const launcher = begin('start');
  await expect.poll(starts, patience).toHaveLength(1);
  process.kill(pidOf((await starts())[0]), 'SIGUSR2');
  expect(await launcher.ended).toBe(1);
  expect(await starts()).toHaveLength(1);
});

test('a process that has served is restarted until it serves again, and ends when it says so', async () => {
  const { starts } = await useServer();
  const launcher = begin('start', 'ready', 'fails', 'fails');
  await expect.poll(starts, patience).toHaveLength(1);
  process.kill(pidOf((await starts())[0]), 'SIGKILL');
  await expect.poll(starts, patience).toHaveLength(4);
  expect(launcher.said.text).toContain('It starts again in 2 s');
  process.kill(pidOf((await starts())[3]), 'SIGUSR2');
  expect(await launcher.ended).toBe(1);
  expect(await starts()).toHaveLength(4);
});

test('a process that never served is not restarted', async () => {
  const { starts } = await useServer();
  const launcher = begin('start', 'not-ready');
  await expect.poll(starts, patience).toHaveLength(1);
  process.kill(pidOf((await starts())[0]), 'SIGKILL');
  expect(await launcher.ended).toBe(137);
  expect(await starts()).toHaveLength(1);
});

test('all ends when npm alone is killed', async () => {
  const { starts } = await useServer();
  const [node, words, { env }] = launch(['start'], { npm_lifecycle_event: 'start' });
  const npm = spawn('sh', ['-c', `'${node}' '${words.join("' '")}'; true`], { env });
  await expect.poll(starts, patience).toHaveLength(1);
  npm.kill('SIGKILL');
  const pid = pidOf((await starts())[0]);
  onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
  await expect.poll(() => isAlive(pid), patience).toBe(false);
});

test('all ends when the npm of `npm start` is killed, though a shell is between', async () => {
  const { starts } = await useServer();
  const { scripts } = JSON.parse(await readFile(join(binFolder, '..', 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }));
  const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore' });
  onTestFinished(() => void npm.kill('SIGKILL'));
  await expect.poll(starts, patience).toHaveLength(1);
  const pid = pidOf((await starts())[0]);
  onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
  npm.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), patience).toBe(false);
});
