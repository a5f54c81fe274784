import { readFile } from 'node:fs/promises';
import { EnvironmentProblem } from '../../contracts/base/read-environment.ts';

/**
 * The text of a file that a variable names.
 * @throws {EnvironmentProblem} with the variable and what to do, where it cannot be read.
 */
export async function readSettingFile(variable: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new EnvironmentProblem(
      `${variable}: ${path} cannot be read (${code}). Name an existing file, or unset it.`,
    );
  }
}
