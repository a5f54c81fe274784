import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };

const text = await readFile('CONTRIBUTING.md', 'utf8');
const found = (pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, group = '']) => group)),
];

/** Made by the build of the web app. */
const built = ['web/dist'];

it('every path that the guide names exists, as far as it is written out', async () => {
  const entries = await readdir('.', { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const named = found(/`((?:\.?\w[\w.-]*\/)+[\w.<>*-]*)`/g)
    .filter((path) => folders.includes(path.split('/', 1)[0]!) && !built.includes(path))
    // Of `api/<resource>/routes.ts`, the folder.
    .map((path) => path.replace(/[^/]*[<*].*$/, ''));
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it('every file that the guide links to exists, and every script', () => {
  const links = found(/\]\((?!https?:)([^)#\s]+)/g);
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
  const scripts = found(/npm run ([a-z][a-z:]*)/g);
  expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
});

it('the guide is as short as any file', () => {
  expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(250);
});
