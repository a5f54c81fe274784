import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KeysProblem, readKeyring, type Keyring } from './keyring.ts';

/** Where the keys are kept that the first start made, one a line. */
export function keyFile(dataFolder: string): string {
  return join(dataFolder, 'keys');
}

/**
 * The keyring in the data folder; the first start makes one with a random key.
 * @throws {KeysProblem} that names the file.
 */
export async function openKeyFile(dataFolder: string): Promise<Keyring> {
  const file = keyFile(dataFolder);
  try {
    const text = (await readFile(file, 'utf8').catch(whenMissing)) ?? (await makeKey(file));
    return readKeyring(text);
  } catch (error) {
    throw new KeysProblem(
      `The keys in ${file} cannot be used: ${(error as Error).message}. Restore the original file, for example from a backup: ` +
        'records cannot be read without its keys.',
    );
  }
}

/** Written whole or not at all: an empty file would look like keys that were lost. */
async function makeKey(file: string): Promise<string> {
  const text = `${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}\n`;
  const part = `${file}.${process.pid}`;
  await writeFile(part, text, { mode: 0o600 });
  await rename(part, file);
  return text;
}

function whenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
