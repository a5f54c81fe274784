import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where the key of the API is kept that the first start made. */
export function apiKeyFile(dataFolder: string): string {
  return join(dataFolder, 'api-key');
}

export type ApiKey = { key: string; from: 'BATON_API_KEY' | 'file' | 'made now' };

/** The key that clients of the API must show: the one given, else the one kept, else a new one, which is kept. */
export async function findApiKey(dataFolder: string, given: string | undefined): Promise<ApiKey> {
  if (given) return { key: given, from: 'BATON_API_KEY' };
  const file = apiKeyFile(dataFolder);
  const kept = (await readFile(file, 'utf8').catch(whenMissing)).trim();
  if (kept) return { key: kept, from: 'file' };
  const key = randomBytes(24).toString('base64url');
  await writeFile(file, `${key}\n`, { mode: 0o600 });
  return { key, from: 'made now' };
}

function whenMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
