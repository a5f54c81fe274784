import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkTypes } from '../../activities/own-tools/check-types.ts';

const project = 'tsconfig.json';

/**
 * What TypeScript has against the sources of this folder, by its `tsconfig.json` where it has one.
 * @param files what is checked where it has none.
 * @returns what is wrong in each file, by line; undefined where it was ended before it was through, or TypeScript is not installed.
 */
export async function checkProject(
  files: readonly string[],
  signal: AbortSignal,
): Promise<{ file: string; text: string }[] | undefined> {
  const own = existsSync(project) ? resolve(project) : undefined;
  const found = await checkTypes('.', files, signal, own);
  return found?.map(({ file, line, column, message }) => {
    return { file, text: `${file}:${line}:${column}  ${message}` };
  });
}
