import { apiEnvironment } from '../../../api/env.ts';
import { nearest } from '../../../contracts/base/nearest.ts';
import { workerEnvironment } from '../../../workers/env.ts';
import { clientEnvironment } from '../../client/settings.ts';
import { startEnvironment } from '../../start/env.ts';
import type { Environment } from '../../client/finding.ts';

/** Where the launcher leaves the version of the Node that it runs on. */
export const launcherNode = 'BATON_LAUNCHER_NODE';

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
