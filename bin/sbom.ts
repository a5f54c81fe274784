import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PackageLock } from './complete-lock.ts';
import { runCommand } from './temporal/command.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const file = 'sbom.cdx.json';
const timeoutMs = 60_000;

/**
 * The software bill of materials of what Baton runs, from package-lock.json: CycloneDX in JSON. npm is shown the project
 * without its devDependencies, since `npm sbom --omit dev` also omits packages that they share with Baton.
 */
export async function billOfMaterials(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-sbom-'));
  try {
    const { devDependencies: _, ...project } = JSON.parse(await textOf('package.json'));
    const lock = JSON.parse(await textOf('package-lock.json')) as PackageLock;
    await cp(join(root, 'web/package.json'), join(folder, 'web/package.json'));
    await writeFile(join(folder, 'package.json'), JSON.stringify(project));
    await writeFile(join(folder, 'package-lock.json'), JSON.stringify(productionLock(lock)));
    const options = '--package-lock-only --sbom-format cyclonedx --sbom-type application';
    return await runCommand('npm', ['sbom', '--prefix', folder, ...options.split(' ')], {
      timeoutMs,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Without addresses: those in the lock file stand for whatever registry is configured. */
function productionLock(lock: PackageLock): PackageLock {
  const production = Object.entries(lock.packages).filter(([, { dev }]) => !dev);
  const packages = production.map(([path, { resolved, ...locked }]) => [
    path,
    { ...locked, ...(locked.link && { resolved }) },
  ]);
  return { ...lock, packages: Object.fromEntries(packages) };
}

function textOf(name: string): Promise<string> {
  return readFile(join(root, name), 'utf8');
}

if (import.meta.main) {
  const text = await billOfMaterials();
  await writeFile(file, text);
  console.log(`${file} lists ${JSON.parse(text).components.length} packages`);
}
