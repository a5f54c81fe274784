import { join, resolve } from 'node:path';

/** Earlier versions stored models here whatever `BATON_DATA` said. They are still read. */
const formerFolder = '.baton/ml-models';

/**
 * Folders to search for models, in order. New models are written to the first.
 * @param settings.BATON_ML_MODELS default: `ml-models` in `BATON_DATA`.
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
