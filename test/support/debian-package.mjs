import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const isRoot = process.getuid?.() === 0;

/**
 * Installs a package of Debian that tests want, where this user may.
 * @param {string} name
 * @param {(line: string) => void} say is told that it may take a while.
 * @returns {boolean} whether it is there now.
 */
export function installDebianPackage(name, say) {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return false;
  say(`Installing Debian's ${name} for the tests …`);
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const install = ['install', '--yes', '--no-install-recommends', name];
  if (spawnSync('apt-get', install, quiet).status === 0) return true;
  spawnSync('apt-get', ['update'], quiet);
  return spawnSync('apt-get', install, quiet).status === 0;
}
