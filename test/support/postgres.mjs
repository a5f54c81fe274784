import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackage } from './debian-package.mjs';

const versions = '/usr/lib/postgresql';
const isRoot = process.getuid?.() === 0;

/**
 * A PostgreSQL server for the tests, on a temporary folder and a free port; Debian's package is
 * installed where that is possible. `TEST_DATABASE_URL`, when set, names one that runs already.
 * @param {(line: string) => void} say is told why there is none.
 * @returns {{ url: string, stop(): void } | undefined}
 */
export function startPostgres(say) {
  const { TEST_DATABASE_URL: given } = process.env;
  if (given) return { url: given, stop() {} };
  const programs =
    findPrograms() ?? (installDebianPackage('postgresql', say) ? findPrograms() : undefined);
  if (!programs) {
    say(
      'PostgreSQL is not installed (Debian: postgresql): its tests are skipped, PGlite is tested',
    );
    return undefined;
  }
  try {
    return startServer(programs);
  } catch (error) {
    say(`PostgreSQL could not be started, so that its tests are skipped: ${error.message}`);
    return undefined;
  }
}

function findPrograms() {
  if (!existsSync(versions)) return undefined;
  const newest = readdirSync(versions)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(versions, version, 'bin'));
  return newest.find((folder) => existsSync(join(folder, 'initdb')));
}

function startServer(programs) {
  // The path of a socket may have some 100 characters only: not below a long TMPDIR.
  const folder = mkdtempSync('/tmp/baton-postgres-');
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  // PostgreSQL refuses to run as root.
  if (isRoot) chownSync(folder, postgresUser().uid, postgresUser().gid);
  const port = freePort();
  const control = (...args) =>
    runUnprivileged(join(programs, 'pg_ctl'), ['--pgdata', data, ...args]);
  try {
    const access = '--username baton --auth trust --no-sync'.split(' ');
    runUnprivileged(join(programs, 'initdb'), ['--pgdata', data, ...access]);
    const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
    control('--log', log, '--options', settings, '--wait', 'start');
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    url: `postgresql://baton@127.0.0.1:${port}/postgres`,
    stop() {
      control('--mode', 'immediate', 'stop');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The user that Debian's package makes. */
function postgresUser() {
  return { uid: idOfPostgres('-u'), gid: idOfPostgres('-g') };
}

function idOfPostgres(flag) {
  return Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
}

function runUnprivileged(program, args) {
  const { status, error, stderr } = spawnSync(program, args, {
    cwd: '/tmp',
    encoding: 'utf8',
    // The server keeps the streams that it is given open: it must not be given ours.
    stdio: ['ignore', 'ignore', args.includes('start') ? 'ignore' : 'pipe'],
    ...(isRoot && postgresUser()),
  });
  if (status === 0) return;
  throw new Error(error?.message ?? stderr?.trim().split('\n').at(-1) ?? `${program} failed`);
}

/** Asked of another process, since Node cannot listen and answer in one synchronous step. */
function freePort() {
  const script = `const server = require('node:net').createServer();
    server.listen(0, '127.0.0.1', () => { console.log(server.address().port); server.close(); });`;
  return Number(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout);
}
