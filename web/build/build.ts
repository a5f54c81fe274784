import { chmod, mkdtemp, readFile, rename, rm, writeFile, glob } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourceHash } from './source-hash.ts';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressors = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
};

/** Smaller files gain nothing: they fit into one packet. */
const leastBytes = 1_400;

/** Puts a compressed copy beside each text file of a folder: `index.js.br` and `index.js.gz`. */
export async function compressFiles(folder: string): Promise<void> {
  const names = await Array.fromAsync(glob('**/*.{js,css,html,json,svg}', { cwd: folder }));
  await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name));
      if (content.length < leastBytes) return;
      await Promise.all(
        Object.entries(compressors).map(async ([extension, compress]) =>
          writeFile(join(folder, `${name}.${extension}`), await compress(content)),
        ),
      );
    }),
  );
}

const project = fileURLToPath(new URL('../../', import.meta.url));
const web = join(project, 'web');
const built = join(web, 'dist');
const hashFile = 'sources.sha256';

/** Whether the app that is in `web/dist` was built from the sources as they are. */
export async function isWebAppCurrent(): Promise<boolean> {
  const [builtFrom, now] = await Promise.all([
    readFile(join(built, hashFile), 'utf8').catch(() => undefined),
    sourceHash(project),
  ]);
  return builtFrom === now;
}

/** Builds the app, and the site of the documents, into `web/dist`. Whoever reads that folder meanwhile finds the old app or the new one. */
export async function buildWebApp(): Promise<void> {
  // Imported when needed: they are large, and a production image has none.
  const [{ build }, { writeGuide }] = await Promise.all([
    import('vite'),
    import('./guide/write-guide.ts'),
  ]);
  const hash = await sourceHash(project);
  const folder = await mkdtemp(join(web, 'dist-'));
  const { NODE_ENV } = process.env;
  // Started by tests or with another setting, it would be built with the checks for developing React.
  process.env.NODE_ENV = 'production';
  try {
    await build({
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: folder, emptyOutDir: true },
    });
    await writeGuide(folder, project);
    await compressFiles(folder);
    await writeFile(join(folder, hashFile), hash);
    // A folder for a moment is private; this one is for whoever serves it.
    await chmod(folder, 0o755);
    await replaceFolder(built, folder);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Another build may do the same at this moment: the later one stays. */
async function replaceFolder(old: string, replacement: string): Promise<void> {
  const aside = `${replacement}-old`;
  await rename(old, aside).catch(() => undefined);
  try {
    await rename(replacement, old);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}
