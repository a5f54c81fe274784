import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const { BATON_URL, PORT = '3000', BATON_DATA = '.baton', BATON_EXTENSIONS } = process.env;

/** The URL of Baton, without a slash at the end. */
export const address = BATON_URL ?? `http://127.0.0.1:${PORT}`;

/** The folder where Baton looks for your agents and tools. */
export const extensions = BATON_EXTENSIONS ?? 'extensions';

/** The API key: `BATON_API_KEY`, or the key that the first `npm start` stored in the data folder. */
export async function apiKey(): Promise<string> {
  return process.env.BATON_API_KEY ?? (await readFile(join(BATON_DATA, 'api-key'), 'utf8')).trim();
}

/** Sends a request to the API and returns the JSON of the answer. */
export async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(address + path, {
    method,
    headers: {
      authorization: `Bearer ${await apiKey()}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.ok) return (await response.json()) as Answer;
  throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}

/** Calls `look` every half second, for up to a minute, until it returns a value. */
export async function until<Answer>(look: () => Promise<Answer | undefined>): Promise<Answer> {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error('Nothing happened for a minute. Is a worker running?');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
