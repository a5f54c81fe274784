import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { apiEnvironment } from '../../api/env.ts';
import { readEnvironment } from '../../contracts/base/read-environment.ts';
import { databaseEnvironment } from '../../db/env.ts';
import { apiKeyFile } from '../api-key.ts';
import { CommandError } from './errors.ts';

/** The settings of commands that ask a server. */
export const clientEnvironment = z.object({
  ...databaseEnvironment.pick({ BATON_DATA: true }).shape,
  /** Where the server is; left out, on this machine at `PORT`. */
  BATON_URL: z.url({ protocol: /^https?$/ }).optional(),
  PORT: apiEnvironment.shape.PORT,
  BATON_API_KEY: z.string().optional(),
});

/** Where the server is, without a slash at the end. */
export function serverAddress(env: Record<string, string | undefined>): string {
  const { BATON_URL: url, PORT: port } = readEnvironment(clientEnvironment, env);
  return (url ?? `http://127.0.0.1:${port}`).replace(/\/+$/, '');
}

/**
 * The key to show: `BATON_API_KEY`, else the one that `npm start` keeps.
 * @throws {CommandError} when there is none.
 */
export async function serverKey(env: Record<string, string | undefined>): Promise<string> {
  const { BATON_API_KEY: given, BATON_DATA: folder } = readEnvironment(clientEnvironment, env);
  if (given) return given;
  const file = apiKeyFile(folder);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    throw new CommandError(
      `API key not found: ${file} cannot be read. Run \`npx baton start\` first and use the same folder, ` +
        'or set BATON_API_KEY (and BATON_DATA if the data folder is elsewhere).',
    );
  }
}
