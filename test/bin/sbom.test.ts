import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { PackageLock } from '../../bin/complete-lock.ts';
import { billOfMaterials } from '../../bin/sbom.ts';

type Bill = {
  bomFormat: string;
  metadata: { component: { purl: string } };
  components: { name: string; version: string; hashes?: object[] }[];
};

const root = new URL('../../', import.meta.url);
const lock = JSON.parse(await readFile(new URL('package-lock.json', root), 'utf8')) as PackageLock;

/** `NAME@VERSION` of the packages that npm installs, by whether only tests and checks use them. */
function lockedPackages(isDev: boolean): string[] {
  const folder = 'node_modules/';
  return Object.entries(lock.packages).flatMap(([path, { name, version, link, dev, optional }]) => {
    // What is optional is a build for some platform: npm lists those that a package asks for.
    if (!path.includes(folder) || link || optional || Boolean(dev) !== isDev) return [];
    return [`${name ?? path.slice(path.lastIndexOf(folder) + folder.length)}@${version}`];
  });
}

test('the bill of materials lists every package that Baton runs with, and none that only tests use', async () => {
  const { bomFormat, metadata, components } = JSON.parse(await billOfMaterials()) as Bill;
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component.purl).toMatch(/^pkg:npm\/baton@\d/);
  const listed = components.map(({ name, version }) => `${name}@${version}`);
  const expected = new Set(lockedPackages(false));
  expect(expected.size).toBeGreaterThan(500);
  expect([...expected].filter((each) => !listed.includes(each))).toEqual([]);
  const onlyDev = lockedPackages(true).filter((each) => !expected.has(each));
  expect(onlyDev.join()).toContain('vitest@');
  expect(onlyDev.filter((each) => listed.includes(each))).toEqual([]);
});
