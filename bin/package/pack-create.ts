import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pack } from './pack.ts';
import { supportedNodes, vitestOfNode20 } from './supported-nodes.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readJson = async (file: string) => JSON.parse(await readFile(join(root, file), 'utf8'));

/**
 * Packs `create-baton`, with the package of Baton that its projects use.
 * @param tarball the package of Baton.
 * @returns its file.
 */
export async function packCreate(tarball: string, destination: string): Promise<string> {
  const { version, license, devDependencies, dependencies } = await readJson('package.json');
  const { vitest } = devDependencies;
  const { typescript } = dependencies;
  const project = { devDependencies: { typescript, vitest }, engines: { node: supportedNodes } };
  const folder = await mkdtemp(join(tmpdir(), 'create-baton-'));
  try {
    await cp(join(root, 'bin', 'package', 'create'), folder, { recursive: true });
    await cp(tarball, join(folder, basename(tarball)));
    const manifest = {
      name: 'create-baton',
      version,
      private: true,
      description: 'Makes a project for pipelines in TypeScript',
      license,
      bin: { 'create-baton': 'create.mjs' },
      type: 'module',
      engines: { node: '>=20' },
      project,
      vitestOfNode20,
    };
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
    return await pack(folder, destination);
  } finally {
    await rm(folder, { recursive: true });
  }
}
