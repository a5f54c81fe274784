import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { startEnvironment } from '../../start/env.ts';
import { cacheFolder } from '../../temporal/cache.ts';
import { findTemporal } from '../../temporal/find.ts';
import { cacheSource } from '../../temporal/sources/cache.ts';
import { pathSource } from '../../temporal/sources/path.ts';
import type { Check } from '../../client/finding.ts';

const defaultPort = 7233;

/** The `temporal` command that Baton runs its server with, ready to be used on that server. */
export const temporalCli: Check = {
  what: 'Temporal CLI',
  async run(env) {
    const settings = readEnvironment(startEnvironment, env);
    const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = settings;
    const { BATON_TEMPORAL_PORT: port } = settings;
    if (address) return [];
    try {
      const program = await findTemporal([pathSource, cacheSource], {
        cacheFolder: cacheFolder(env),
        say: () => {},
        platform: `${process.platform}-${process.arch}`,
      });
      const options = [
        ...(port === defaultPort ? [] : ['--address', `127.0.0.1:${port}`]),
        ...(namespace === 'default' ? [] : ['--namespace', namespace]),
      ];
      const detail = [program, 'workflow', 'list', ...options].join(' ');
      return [{ status: 'ok', what: 'Temporal CLI', detail }];
    } catch {
      const detail = 'not installed yet; the first `npm start` installs it';
      return [{ status: 'ok', what: 'Temporal CLI', detail }];
    }
  },
};
