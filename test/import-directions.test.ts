import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What each folder may import of the others; its own files are always allowed. */
const allowed: Record<string, readonly string[]> = {
  contracts: [],
  workflows: ['contracts'],
  activities: ['bus', 'contracts', 'db', 'telemetry'],
  bus: ['contracts'],
  db: ['contracts'],
  telemetry: ['contracts'],
  workers: ['activities', 'bus', 'contracts', 'db', 'telemetry'],
  api: ['bus', 'contracts', 'db', 'telemetry', 'workflows/messages.ts'],
  'web/src': ['contracts'],
  'web/build': [],
  bin: [
    'activities',
    'api',
    'bus',
    'contracts',
    'db',
    'telemetry',
    'web/build',
    'workers',
    'workflows/messages.ts',
  ],
};

/** What nothing that is delivered may import. */
const others = ['bench', 'test'];

/** Packages that a folder may use, where it may not use all. */
const packages: Record<string, readonly string[]> = {
  contracts: ['zod', '@marcbachmann/cel-js', 'decimal.js', 'ipaddr.js'],
  workflows: ['@temporalio/workflow'],
  'web/src': [
    '@codemirror',
    '@lezer/highlight',
    '@tanstack/react-query',
    '@tanstack/react-router',
    '@xyflow/react',
    'cmdk',
    'elkjs',
    'lightweight-charts',
    'lucide-react',
    'radix-ui',
    'react',
    'react-dom',
    'sonner',
    'yaml',
    'zod',
    'zustand',
  ],
};

const importPattern =
  /^(?:import|export)\s(?<type>type\s)?[^'"]*?from\s+'(?<from>[^']+)'|^import\s+'(?<effect>[^']+)'|import\('(?<later>[^']+)'\)/gm;

type Import = { file: string; target: string; isType: boolean };

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

async function importsOf(folder: string): Promise<Import[]> {
  const found: Import[] = [];
  for await (const file of glob(`${folder}/**/*.{ts,tsx}`)) found.push(...(await importsIn(file)));
  return found;
}

const isWithin = (target: string, names: readonly string[]) =>
  names.some((name) => target === name || target.startsWith(`${name}/`));

describe.each(Object.entries(allowed))('%s', (folder, importable) => {
  it(`imports only ${['itself', ...importable].join(', ')}`, async () => {
    const imports = await importsOf(folder);
    expect(imports.length).toBeGreaterThan(0);
    const inside = imports.filter(({ target }) =>
      isWithin(target, [...Object.keys(allowed), ...others]),
    );
    expect(inside.filter(({ target }) => !isWithin(target, [folder, ...importable]))).toEqual([]);
  });

  const usable = packages[folder];
  it.runIf(usable)(`uses no package but ${usable?.join(', ')}`, async () => {
    const foreign = (await importsOf(folder)).filter(
      ({ target }) => !isWithin(target, Object.keys(allowed)),
    );
    expect(foreign.filter(({ target }) => !isWithin(target, usable ?? []))).toEqual([]);
  });
});

describe('what runs in the browser', () => {
  it('needs nothing of Node, also where it comes from the contracts', async () => {
    const reached = new Set<string>();
    const foreign: Import[] = [];
    let next = (await importsOf('web/src')).filter(({ isType }) => !isType);
    while (next.length > 0) {
      const files = new Set(next.map(({ target }) => target).filter((file) => isSource(file)));
      foreign.push(...next.filter(({ target }) => target.startsWith('node:')));
      const fresh = [...files].filter((file) => !reached.has(file));
      for (const file of fresh) reached.add(file);
      const found = await Promise.all(fresh.map(importsIn));
      next = found.flat().filter(({ isType }) => !isType);
    }
    expect([...reached].some((file) => file.startsWith('contracts/'))).toBe(true);
    expect(foreign).toEqual([]);
  });

  const isSource = (file: string) => /^(web\/src|contracts)\/.*\.tsx?$/.test(file);
});
