import { execFileSync } from 'node:child_process';

/** The oldest Node that runs the npm package, and what npm brings along where there is only an older one. */
const oldestOfPackage = 22;
const brought = 'node@24';

/** Whether a Node, such as `20.19.0`, is too old for the packages that the npm package uses. */
export const isTooOld = (version) => Number(version.split('.')[0]) < oldestOfPackage;

/**
 * The Node that runs the npm package: this one, or one that npm brings along and keeps where this one is too old.
 * @param {{ version?: string, ask?: (from: 'cache' | 'registry') => string, tell?: (text: string) => void }} options of tests; left out, as this machine has it.
 * @returns {string} its file.
 * @throws {Error} that says what to do.
 */
export function newerNode({
  version = process.versions.node,
  ask = askNpm,
  tell = (text) => console.error(text),
} = {}) {
  if (!isTooOld(version)) return process.execPath;
  try {
    return ask('cache');
  } catch {
    tell(`Node ${version} is too old for Baton: npm fetches ${brought}, on which it runs.`);
  }
  try {
    return ask('registry');
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new Error(
      `Baton needs Node ${oldestOfPackage} or later; this is ${version}, and npm could not bring ${brought} along (${why}). ` +
        'Check that this machine can reach the npm registry (npm ping), or install a newer Node: https://nodejs.org',
      { cause: error },
    );
  }
}

function askNpm(from) {
  const isCached = from === 'cache';
  const where = isCached ? '--offline' : '--prefer-offline';
  const args = ['exec', '--yes', where, `--package=${brought}`, '--', 'node', '-p'];
  const said = execFileSync('npm', [...args, 'process.execPath'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', isCached ? 'ignore' : 'inherit'],
    shell: process.platform === 'win32',
  });
  const file = said.trim().split('\n').at(-1);
  if (!file) throw new Error('npm named no file');
  return file;
}
