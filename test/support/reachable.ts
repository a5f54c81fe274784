import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Each names a file, a folder or a package that a source reads at run time; types are not read. */
const references = [
  /^(?:import|export)\s+(?!type\b)[^'"]*?from\s+'([^']+)'/gm,
  /^import\s+'([^']+)'/gm,
  /\bimport\('([^']+)'\)/g,
  /\bimport\.meta\.resolve\('([^']+)'\)/g,
  /\bnew URL\('([^']+)',\s*import\.meta\.url\)/g,
];

/**
 * What processes read of the checkout and of packages, found by following their sources.
 * @param entries the files that they start with, relative to the checkout.
 * @throws {Error} when a file is named that is not there.
 */
export function reachableFrom(entries: readonly string[]): {
  paths: Set<string>;
  packages: Set<string>;
} {
  const paths = new Set<string>();
  const packages = new Set<string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (paths.has(path)) continue;
    if (!existsSync(path)) throw new Error(`${path} is named and not there`);
    paths.add(path);
    if (statSync(path).isDirectory() || !path.endsWith('.ts')) continue;
    for (const name of referencesIn(path)) {
      if (name.startsWith('.')) open.push(normalize(join(dirname(path), name)));
      else if (!name.startsWith('node:')) packages.add(packageOf(name));
    }
  }
  return { paths, packages };
}

function referencesIn(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  return references.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, name = '']) => name),
  );
}

/** `@temporalio/client` of `@temporalio/client/lib/types`, `zod` of `zod/v4`. */
function packageOf(name: string): string {
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
}
