import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { databaseEnvironment } from '../../../db/env.ts';
import { startEnvironment } from '../../start/env.ts';
import { reasonOf } from '../../client/finding.ts';
import type { Check, Finding, Environment } from '../../client/finding.ts';
import { oidcSettingsOf } from '../../../api/oidc/env.ts';
import { apiEnvironment } from '../../../api/env.ts';
import { nearest } from '../../../contracts/base/nearest.ts';
import { workerEnvironment } from '../../../workers/env.ts';
import { clientEnvironment } from '../../client/settings.ts';

/** Where the launcher leaves the version of the Node that it runs on. */
const launcherNode = 'BATON_LAUNCHER_NODE';

const prefix = 'BATON_';

/** Every setting of any of Baton's processes, and those that no schema has. */
const known = new Set([
  ...Object.keys(startEnvironment.shape),
  ...Object.keys(workerEnvironment.shape),
  ...Object.keys(apiEnvironment.shape),
  ...Object.keys(clientEnvironment.shape),
  'BATON_CACHE',
  launcherNode,
]);

/** Variables that are set and named as settings of Baton are, and that it does not read, each with the one it may mean. */
export function unknownSettings(env: Environment): { name: string; meant: string | undefined }[] {
  const own = [...known].flatMap((name) => (name.startsWith(prefix) ? [bare(name)] : []));
  return Object.entries(env).flatMap(([name, value]) => {
    if (!name.startsWith(prefix) || known.has(name) || !value?.trim()) return [];
    const near = nearest(bare(name), own);
    return [{ name, meant: near && `${prefix}${near}` }];
  });
}

/** What tells settings apart: the beginning that all have would make each near to each. */
const bare = (name: string) => name.slice(prefix.length);

const oldestNode = 24;

export const node: Check = {
  what: 'Node',
  async run({ [launcherNode]: outside }) {
    const { node: version } = process.versions;
    const both = `${version} (installed by Baton; this machine has ${outside})`;
    const isRecent = Number(version.split('.')[0]) >= oldestNode;
    return isRecent
      ? [{ status: 'ok', what: 'Node', detail: outside && outside !== version ? both : version }]
      : [
          {
            status: 'fail',
            what: 'Node',
            detail: `${version} does not run TypeScript`,
            fix: 'run `npx baton doctor`, which uses the Node that Baton installed',
          },
        ];
  },
};

/** The package that is built for each platform apart, and so the one that can be missing. */
export const dependencies: Check = {
  what: 'Packages',
  async run() {
    try {
      await import('@temporalio/worker');
      return [{ status: 'ok', what: 'Packages', detail: 'installed for this machine' }];
    } catch (error) {
      const fix = 'remove node_modules and run npm start';
      return [{ status: 'fail', what: 'Packages', detail: reasonOf(error), fix }];
    }
  },
};

export const environment: Check = {
  what: 'Settings',
  async run(env) {
    // Throws with the list of everything that is wrong.
    oidcSettingsOf(readEnvironment(startEnvironment, env));
    const unknown = unknownSettings(env).map(({ name, meant }): Finding => {
      const fix = meant
        ? `did you mean ${meant}?`
        : 'unset it; docs/configuration.md lists all settings';
      return { status: 'warn', what: 'Settings', detail: `${name} is not a setting`, fix };
    });
    if (unknown.length > 0) return unknown;
    return [{ status: 'ok', what: 'Settings', detail: 'all environment variables are valid' }];
  },
};

export const dataFolder: Check = {
  what: 'Data folder',
  async run(env) {
    const { BATON_DATA: folder } = readEnvironment(databaseEnvironment, env);
    const path = resolve(folder);
    const existing = await nearestExisting(path);
    try {
      await access(existing, constants.W_OK);
      const detail = existing === path ? `${path} is writable` : `${path} can be created`;
      return [{ status: 'ok', what: 'Data folder', detail }];
    } catch {
      const fix = 'set BATON_DATA to a writable folder';
      return [{ status: 'fail', what: 'Data folder', detail: `${existing} is not writable`, fix }];
    }
  },
};

async function nearestExisting(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : nearestExisting(dirname(path));
}
