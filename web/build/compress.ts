import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressors = {
  // One below the best, which takes five times as long for a few per cent.
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
  gz: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
};

/** Smaller files gain nothing: they fit into one packet. */
const leastBytes = 1_400;

/** Puts a compressed copy beside each text file of a folder: `index.js.br` and `index.js.gz`. */
export async function compressFiles(folder: string): Promise<void> {
  const names = await Array.fromAsync(glob('**/*.{js,css,html,svg}', { cwd: folder }));
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
