import { access, constants } from 'node:fs/promises';
import { cachedBinary } from '../cache.ts';
import type { TemporalSource } from '../source.ts';
import { buildableRelease, temporalRelease } from '../version.ts';

/** What an earlier start downloaded or built. */
export const cacheSource: TemporalSource = {
  name: "Baton's cache",
  remedy: 'filled by the first of the following that works; BATON_CACHE sets its folder',
  async find({ cacheFolder }) {
    for (const release of [temporalRelease, buildableRelease]) {
      const binary = cachedBinary(cacheFolder, release);
      const usable = await access(binary, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (usable) return binary;
    }
    throw new Error(`no program in ${cacheFolder}`);
  },
};
