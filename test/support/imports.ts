import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';

/** `target` is a path from the root where it is a file of the project, else a package. */
export type Import = { file: string; target: string; isType: boolean };

const importPattern =
  /^(?:import|export)\s(?<type>type\s)?[^'"]*?from\s+'(?<from>[^']+)'|^import\s+'(?<effect>[^']+)'|import\('(?<later>[^']+)'\)/gm;

/** The TypeScript files in folders, by their paths from the root. */
export async function sourcesIn(folders: readonly string[]): Promise<string[]> {
  return Array.fromAsync(glob(folders.map((folder) => `${folder}/**/*.{ts,tsx}`)));
}

/** Every import of the TypeScript files in folders, types included. */
export async function readImports(folders: readonly string[]): Promise<Import[]> {
  return (await Promise.all((await sourcesIn(folders)).map(importsIn))).flat();
}

async function importsIn(file: string): Promise<Import[]> {
  const source = await readFile(file, 'utf8');
  return [...source.matchAll(importPattern)].map(({ groups = {} }) => {
    const specifier = groups['from'] ?? groups['effect'] ?? groups['later'] ?? '';
    const target = specifier.startsWith('.')
      ? normalize(join(dirname(file), specifier))
      : specifier;
    return { file, target, isType: groups['type'] !== undefined };
  });
}

/** Groups of names that reach each other, by the edges from one name to another (Tarjan's algorithm). */
export function cyclesIn(edges: readonly (readonly [string, string])[]): string[][] {
  const next = Map.groupBy(edges, ([from]) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (name: string) => {
    order.set(name, order.size);
    lowest.set(name, order.get(name)!);
    stack.push(name);
    for (const [, target] of next.get(name) ?? []) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) {
        lowest.set(name, Math.min(lowest.get(name)!, lowest.get(target)!));
      }
    }
    if (lowest.get(name) === order.get(name)) {
      const group = stack.splice(stack.indexOf(name));
      if (group.length > 1) found.push(group.toSorted());
    }
  };
  for (const [from] of edges) if (!order.has(from)) visit(from);
  return found;
}

/** Cycles among the folders that stand beside each other, in a folder and at every level below it. */
export function folderCycles(imports: readonly Import[], folder: string): string[][] {
  const inside = imports.filter(
    ({ file, target }) => file.startsWith(`${folder}/`) && target.startsWith(`${folder}/`),
  );
  const child = (file: string) => file.slice(folder.length + 1).split('/');
  const edges = inside.flatMap(({ file, target }) => {
    const [from, to] = [child(file), child(target)];
    if (from.length < 2 || to.length < 2 || from[0] === to[0]) return [];
    return [[`${folder}/${from[0]}`, `${folder}/${to[0]}`] as const];
  });
  const below = new Set(
    inside.map(({ file }) => child(file)).flatMap((parts) => (parts.length > 1 ? [parts[0]] : [])),
  );
  return [
    ...cyclesIn(edges),
    ...[...below].flatMap((name) => folderCycles(inside, `${folder}/${name}`)),
  ];
}
