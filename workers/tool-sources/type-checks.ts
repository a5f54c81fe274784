import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkTypes } from '../../activities/own-tools/check-types.ts';
import { sourcesIn } from '../../activities/own-tools/source-files.ts';
import type { FileProblem } from '../../contracts/agents/file-problem.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const remembered = join(root, 'node_modules', '.cache', 'baton', 'tool-types');
/** What decides about types beside the files themselves. */
const contract = [
  'contracts/own-tool.ts',
  'contracts/tools/tools.ts',
  'contracts/base/json.ts',
  'tsconfig.json',
];

/**
 * What TypeScript has against the tools of a folder. It takes seconds, so that what was found of the same texts is
 * remembered.
 * @returns undefined where TypeScript is not installed, or did not come to its end.
 */
export async function rememberedTypeProblems(
  folder: string,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<FileProblem[] | undefined> {
  const memory = join(remembered, `${await hashOf(folder)}.json`);
  const known = await readFile(memory, 'utf8')
    .then((text) => JSON.parse(text) as FileProblem[])
    // Nothing is remembered yet, or only in part.
    .catch(() => undefined);
  if (known) return known;
  const found = await checkTypes(folder, files, signal);
  if (!found) return undefined;
  await mkdir(remembered, { recursive: true })
    .then(() => writeFile(memory, JSON.stringify(found)))
    // Where nothing can be written, they are checked at each start.
    .catch(() => undefined);
  return found;
}

async function hashOf(folder: string): Promise<string> {
  const files = [...(await sourcesIn(folder)), ...contract.map((file) => join(root, file))];
  const hash = createHash('sha256').update(folder);
  for (const file of files) {
    hash.update(`\0${file}\0`).update(await readFile(file).catch(() => ''));
  }
  return hash.digest('hex');
}
