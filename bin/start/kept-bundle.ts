import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceHash } from '../../web/build/source-hash.ts';
import { isBuilt } from '../built.ts';

const sources = isBuilt
  ? ['{workflows,contracts}/**/*.js', 'keys/failure-converter.js', 'package.json']
  : [
      'workflows/**/*.ts',
      'contracts/**/*.ts',
      'keys/failure-converter.ts',
      'workers/workflow-bundle.ts',
      'package-lock.json',
    ];

const itsFolder = fileURLToPath(new URL('../../', import.meta.url));
/** The sources of this Baton, and where their bundle is kept: the package comes with it. */
export const theseSources = sourcesFor('workflows');
/** The same for the workflows whose time can skip. */
export const testingSources = sourcesFor('workflows-testing');

function sourcesFor(name: string) {
  const place = isBuilt ? [`${name}.bundle.js`] : ['node_modules', '.cache', `${name}.js`];
  return { project: itsFolder, file: join(itsFolder, ...place) };
}

type Bundle = { code: string };

/**
 * The workflows' bundle: the one that an earlier start has made of the same sources, else a new one, which is kept.
 * @param options.project the folder of the sources, with a separator at its end.
 * @param options.file where it is kept; where that cannot be written, it is made at each start.
 * @param options.make takes seconds and hundreds of megabytes.
 */
export async function keptBundle(options: {
  project: string;
  file: string;
  make: () => Promise<Bundle>;
}): Promise<Bundle> {
  const { project, file, make } = options;
  const [kept, hash] = await Promise.all([
    readFile(file, 'utf8').catch(() => ''),
    sourceHash(project, sources),
  ]);
  const madeFrom = `// ${hash}\n`;
  if (kept.startsWith(madeFrom)) return { code: kept.slice(madeFrom.length) };
  const { code } = await make();
  await writeWhole(file, `${madeFrom}${code}`).catch(() => undefined);
  return { code };
}

/** Another start may read the file, or write it, at this moment. */
async function writeWhole(file: string, text: string): Promise<void> {
  const part = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(part, text);
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}
