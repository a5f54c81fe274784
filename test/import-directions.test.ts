import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { domainWords, plugFiles } from './support/domains.ts';
import { cyclesIn, folderCycles, readImports, sourcesIn } from './support/imports.ts';
import type { Import } from './support/imports.ts';

/** What each folder may import of the others; its own files are always allowed. */
const allowed: Record<string, readonly string[]> = {
  contracts: [],
  code: ['contracts'],
  workflows: ['contracts'],
  activities: ['bus', 'contracts', 'db', 'keys', 'telemetry'],
  bus: ['contracts'],
  db: ['contracts'],
  keys: ['contracts'],
  telemetry: ['contracts'],
  workers: ['activities', 'bus', 'contracts', 'db', 'keys', 'telemetry'],
  api: ['bus', 'contracts', 'db', 'keys', 'telemetry', 'workflows/messages.ts'],
  'web/src': ['contracts', 'web/guide/found.ts'],
  'web/build': ['contracts', 'web/guide/found.ts'],
  'web/guide': [],
  bin: [
    'activities',
    'api',
    'bus',
    'code',
    'contracts',
    'db',
    'keys',
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
  contracts: ['zod', '@marcbachmann/cel-js', 'decimal.js', 'ipaddr.js', 'yaml', 'tokenx'],
  workflows: ['@temporalio/workflow', '@noble/hashes'],
  'web/guide': ['minisearch'],
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
    'markdown-it',
    'radix-ui',
    'react',
    'react-dom',
    'sonner',
    'yaml',
    'zod',
    'zustand',
  ],
};

/** Folders of `activities/` that everything else there stands on: they import nothing of it but each other. */
const base = ['activities/base', 'activities/tool-kit', 'activities/network'];

let imports: Import[];
beforeAll(async () => {
  imports = await readImports(Object.keys(allowed));
});

const isWithin = (target: string, names: readonly string[]) =>
  names.some((name) => target === name || target.startsWith(`${name}/`));
const isOfDomain = (file: string) => file.split('/').includes('trading');
const inFolder = (folder: string) => imports.filter(({ file }) => isWithin(file, [folder]));
const shown = ({ file, target }: Import) => `${file} → ${target}`;

describe.each(Object.entries(allowed))('%s', (folder, importable) => {
  it(`imports only ${['itself', ...importable].join(', ')}`, () => {
    expect(inFolder(folder).length).toBeGreaterThan(0);
    const inside = inFolder(folder).filter(({ target }) =>
      isWithin(target, [...Object.keys(allowed), ...others]),
    );
    const wrong = inside.filter(({ target }) => !isWithin(target, [folder, ...importable]));
    expect(wrong.map(shown)).toEqual([]);
  });

  const usable = packages[folder];
  it.runIf(usable)(`uses no package but ${usable?.join(', ')}`, () => {
    const foreign = inFolder(folder).filter(
      ({ target }) => !isWithin(target, Object.keys(allowed)),
    );
    const wrong = foreign.filter(({ target }) => !isWithin(target, usable ?? []));
    expect(wrong.map(shown)).toEqual([]);
  });
});

describe('cycles', () => {
  it('are not among files, types included', () => {
    expect(cyclesIn(imports.map(({ file, target }) => [file, target]))).toEqual([]);
  });

  it.each(['activities', 'api', 'web/src', 'bin', 'db', 'workers', 'workflows'])(
    'are not among folders of %s',
    (folder) => {
      const own = imports.filter(({ file }) => !plugFiles.includes(file));
      expect(folderCycles(own, folder)).toEqual([]);
    },
  );
});

describe('the base of activities', () => {
  it('imports nothing of activities but itself', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        isWithin(file, base) && isWithin(target, ['activities']) && !isWithin(target, base),
    );
    expect(wrong.map(shown)).toEqual([]);
  });
});

describe('pages of the web app', () => {
  it('are imported by the router and by each other alone', () => {
    const pages = ['web/src/pages'];
    const wrong = inFolder('web/src').filter(
      ({ file, target }) =>
        isWithin(target, pages) && !isWithin(file, [...pages, 'web/src/router.tsx']),
    );
    expect(wrong.map(shown)).toEqual([]);
  });
});

describe('notices of the web app', () => {
  it('are asked for by our own toast, so that what draws them is loaded with the first one', () => {
    const drawn = inFolder('web/src').filter(({ target }) => target === 'sonner');
    expect(drawn.length).toBeGreaterThan(0);
    const wrong = drawn.filter(({ file }) => !isWithin(file, ['web/src/components/notices']));
    expect(wrong.map(shown)).toEqual([]);
  });
});

describe('the engine', () => {
  it('imports a domain only where domains are plugged in', () => {
    const wrong = imports.filter(
      ({ file, target }) => isOfDomain(target) && !isOfDomain(file) && !plugFiles.includes(file),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  it('names no term of a domain', async () => {
    // Files that import nothing are among them.
    const files = (await sourcesIn(Object.keys(allowed))).filter(
      (file) => !isOfDomain(file) && !plugFiles.includes(file),
    );
    const named = await Promise.all(
      files.map(async (file) => {
        const lines = (await readFile(file, 'utf8')).split('\n');
        return lines.flatMap((line, index) =>
          domainWords.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
        );
      }),
    );
    expect(named.flat()).toEqual([]);
  });
});

describe('what runs in the browser', () => {
  it('needs nothing of Node, also where it comes from the contracts', () => {
    const isSource = (file: string) => /^(web\/src|contracts|code\/client)\/.*\.tsx?$/.test(file);
    const values = imports.filter(({ isType }) => !isType);
    const inBrowsers = [...inFolder('web/src'), ...inFolder('code/client')];
    const reached = new Set(inBrowsers.map(({ file }) => file));
    for (const file of reached) {
      for (const { target } of values.filter((one) => one.file === file)) {
        if (isSource(target)) reached.add(target);
      }
    }
    expect([...reached].some((file) => file.startsWith('contracts/'))).toBe(true);
    const foreign = values.filter(
      ({ file, target }) => reached.has(file) && target.startsWith('node:'),
    );
    expect(foreign.map(shown)).toEqual([]);
  });
});
