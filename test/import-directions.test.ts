import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { glob } from 'node:fs/promises';
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
};

/** Packages that a folder may use, where it may not use all. */
const packages: Record<string, readonly string[]> = {
  contracts: ['zod', '@marcbachmann/cel-js'],
  workflows: ['@temporalio/workflow'],
};

const importPattern = /^(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)/gm;

type Import = { file: string; target: string };

async function importsOf(folder: string): Promise<Import[]> {
  const found: Import[] = [];
  for await (const file of glob(`${folder}/**/*.ts`)) {
    const source = await readFile(file, 'utf8');
    for (const [, statically, dynamically] of source.matchAll(importPattern)) {
      const specifier = statically ?? dynamically ?? '';
      const target = specifier.startsWith('.')
        ? normalize(join(dirname(file), specifier))
        : specifier;
      found.push({ file, target });
    }
  }
  return found;
}

describe.each(Object.entries(allowed))('%s', (folder, others) => {
  it(`imports only ${['itself', ...others].join(', ')}`, async () => {
    const imports = await importsOf(folder);
    expect(imports.length).toBeGreaterThan(0);
    const inside = imports.filter(({ target }) =>
      Object.keys(allowed)
        .concat('bin', 'test', 'bench')
        .some((name) => target.startsWith(`${name}/`)),
    );
    const wrong = inside.filter(
      ({ target }) =>
        ![folder, ...others].some((name) => target === name || target.startsWith(`${name}/`)),
    );
    expect(wrong).toEqual([]);
  });

  const usable = packages[folder];
  it.runIf(usable)(`uses no package but ${usable?.join(', ')}`, async () => {
    const foreign = (await importsOf(folder)).filter(
      ({ target }) => !Object.keys(allowed).some((name) => target.startsWith(`${name}/`)),
    );
    const isUsable = (target: string) =>
      usable?.some((name) => target === name || target.startsWith(`${name}/`));
    expect(foreign.filter(({ target }) => !isUsable(target))).toEqual([]);
  });
});
