import { access, constants } from 'node:fs/promises';
import { cachedBinary } from '../cache.ts';
import type { TemporalSource } from '../source.ts';

/** What an earlier start downloaded. */
export const cacheSource: TemporalSource = {
  name: "Baton's cache",
  remedy: 'filled by the first of the following that works; BATON_CACHE sets its folder',
  async find({ cacheFolder }) {
    const binary = cachedBinary(cacheFolder);
    await access(binary, constants.X_OK).catch(() => {
      throw new Error(`no program in ${cacheFolder}`);
    });
    return binary;
  },
};
