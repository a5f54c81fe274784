import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'golden');

/**
 * The request body that is on file under `name`. With `RECORD_GOLDEN=1` in the environment, `sent` is put on file
 * first: look at what changed before it is kept.
 */
export async function golden(name: string, sent?: unknown): Promise<unknown> {
  const file = join(folder, `${name}.json`);
  if (sent !== undefined && process.env['RECORD_GOLDEN'] === '1') {
    await mkdir(folder, { recursive: true });
    await writeFile(file, `${JSON.stringify(sent, null, 2)}\n`);
  }
  return JSON.parse(await readFile(file, 'utf8'));
}
