import { execFile } from 'node:child_process';
import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { supportedNodes } from './supported-nodes.ts';
import { buildWebApp, isWebAppCurrent } from '../../web/build/build.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const { resolve } = createRequire(import.meta.url);
const compiler = join(dirname(resolve('typescript/package.json')), 'bin', 'tsc');

/** What is not compiled and is there at run time. */
const shipped = [
  '{activities,api,bin,contracts,db,keys,workers}/**/*.{csv,json,mjs,sql}',
  'pipelines/*.yaml',
  'web/dist/**/*',
  '{CHANGELOG.md,LICENSE,README.md,tsconfig.json}',
];
const leftOut = ['bin/package/**', 'db/migrations/meta/*_snapshot.json'];

/**
 * Builds the npm package into a folder: JavaScript with types in the layout of the sources, the web app, and the
 * workflows' bundle. Node runs no TypeScript below node_modules.
 */
export async function buildPackage(): Promise<string> {
  const folder = join(root, 'dist');
  await rm(folder, { recursive: true, force: true });
  if (!(await isWebAppCurrent())) await buildWebApp();
  await compile();
  for await (const file of glob('**/*.js', { cwd: folder }))
    await nameBuiltFiles(join(folder, file));
  for await (const file of glob(shipped, { cwd: root, exclude: leftOut })) {
    await cp(join(root, file), join(folder, file), { recursive: true });
  }
  await writeFile(join(folder, 'package.json'), await manifest());
  await keepBundle(folder);
  return folder;
}

/** @throws {Error} that has what the compiler says. */
async function compile(): Promise<void> {
  const settings = join(root, 'bin', 'package', 'tsconfig.json');
  await run(process.execPath, [compiler, '-p', settings]).catch((error: { stdout: string }) => {
    throw new Error(`The types cannot be written:\n${error.stdout}`);
  });
}

/** The compiler renames imports, not the programs and threads that are named by their URL. */
async function nameBuiltFiles(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const named = text.replaceAll(/(new URL\('\.[^']+)\.ts(', import\.meta\.url\))/g, '$1.js$2');
  if (named !== text) await writeFile(file, named);
}

type Manifest = Record<string, unknown> & {
  exports: Record<string, string>;
  dependencies: Record<string, string>;
};

async function manifest(): Promise<string> {
  const { name, version, description, license, bin, type, exports, dependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Manifest;
  // Whoever installs it has a Node of their own.
  const { node: _node, ...needed } = dependencies;
  const built = Object.entries(exports).map(([path, file]) => [
    path,
    file.endsWith('.ts')
      ? { types: file.replace(/\.ts$/, '.d.ts'), default: file.replace(/\.ts$/, '.js') }
      : file,
  ]);
  const written = {
    name,
    version,
    private: true,
    description,
    license,
    bin,
    type,
    exports: Object.fromEntries(built),
    dependencies: needed,
    engines: { node: supportedNodes },
  };
  return `${JSON.stringify(written, undefined, 2)}\n`;
}

/** By the package's own code, which finds it by what it is made of. */
async function keepBundle(folder: string): Promise<void> {
  const load = (file: string) => import(pathToFileURL(join(folder, file)).href);
  const { keptBundle, testingSources, theseSources } = (await load(
    'bin/start/kept-bundle.js',
  )) as typeof import('../start/kept-bundle.ts');
  const { bundleWorkflows } = (await load(
    'workers/workflow-bundle.js',
  )) as typeof import('../../workers/workflow-bundle.ts');
  await keptBundle({ ...theseSources, make: () => bundleWorkflows() });
  const skipsTime = true;
  await keptBundle({
    ...testingSources,
    make: () => bundleWorkflows(undefined, undefined, { skipsTime }),
  });
}
