import { join, resolve } from 'node:path';

/** Where models were kept whatever `BATON_DATA` said: they are still read. */
const formerFolder = '.baton/ml-models';

/**
 * The folders in which models are looked for, one after the other; the first is the one that they are written to.
 * @param settings.BATON_ML_MODELS left out, a folder within `BATON_DATA`.
 */
export function modelFolders({
  BATON_ML_MODELS: folder,
  BATON_DATA: data,
}: {
  BATON_ML_MODELS?: string | undefined;
  BATON_DATA: string;
}): [string, ...string[]] {
  if (folder !== undefined) return [folder];
  const own = join(data, 'ml-models');
  return resolve(own) === resolve(formerFolder) ? [own] : [own, formerFolder];
}
