import { join } from 'node:path';
import { intoCache } from '../cache.ts';
import { runCommand } from '../command.ts';
import type { TemporalSource } from '../source.ts';
import { buildableRelease } from '../version.ts';

const goModule = 'github.com/temporalio/cli';

const limitsMs = { look: 5_000, reach: 15_000, build: 15 * 60_000 };

/** Temporal's CLI built from source: an older server that knows no task priorities. */
export const goSource: TemporalSource = {
  name: `go install of Temporal's CLI ${buildableRelease}`,
  remedy: 'install Go 1.24 or later: https://go.dev/dl',
  async find({ cacheFolder, say }) {
    await runCommand('go', ['version'], { timeoutMs: limitsMs.look });
    await runCommand('go', ['list', '-m', `${goModule}@v${buildableRelease}`], {
      timeoutMs: limitsMs.reach,
    });
    say('Temporal: building with go install (about five minutes) …');
    const build = async (folder: string): Promise<string> => {
      const goPackage = `${goModule}/cmd/temporal@v${buildableRelease}`;
      await runCommand('go', ['install', goPackage], {
        timeoutMs: limitsMs.build,
        environment: { GOBIN: folder },
      });
      return join(folder, 'temporal');
    };
    return intoCache(cacheFolder, build, buildableRelease);
  },
};
