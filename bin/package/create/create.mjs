#!/usr/bin/env node
// Runs on any Node from 20 on, without packages.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [given, ...others] = process.argv.slice(2);
const isNode20 = process.versions.node.startsWith('20.');

/** What may be in a folder that a project begins in. */
const isHarmless = (name) => ['.git', '.DS_Store'].includes(name);

if (given === undefined || given.startsWith('-') || others.length > 0) {
  fail('Name the folder of your project, such as: npx create-baton my-pipelines', 2);
}
const folder = resolve(given);
requireEmpty();
// `baton` in npm's registry is another package: the one that belongs to this comes along.
const { project, vitestOfNode20 } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const tarball = readdirSync(here).find((name) => /^baton-[^/]*\.tgz$/.test(name));
if (!tarball || !project)
  fail('This copy of create-baton is incomplete: make it with `npm run package`.', 1);

mkdirSync(join(folder, 'vendor'), { recursive: true });
cpSync(join(here, 'template'), folder, { recursive: true });
cpSync(join(here, tarball), join(folder, 'vendor', tarball));
// npm packs no file of that name.
renameSync(join(folder, 'gitignore'), join(folder, '.gitignore'));
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`);
tell();

function requireEmpty() {
  if (!existsSync(folder)) return;
  const inside = readEntries().filter((name) => !isHarmless(name));
  if (inside.length === 0) return;
  const shown = inside.slice(0, 3).join(', ') + (inside.length > 3 ? ', …' : '');
  fail(`${folder} is not empty: it has ${shown}. Name a new folder, or empty this one.`, 1);
}

function readEntries() {
  try {
    return readdirSync(folder);
  } catch (error) {
    return fail(`${folder} is no folder that can be read (${error.code}). Name another one.`, 1);
  }
}

function manifest() {
  return {
    name: packageName(basename(folder)),
    private: true,
    type: 'module',
    scripts: {
      dev: 'baton dev',
      start: 'baton start',
      deploy: 'baton deploy pipelines/dinner.ts',
      check: 'tsc',
      test: 'vitest run',
    },
    dependencies: { baton: `file:vendor/${tarball}` },
    // Of the tools that this Baton is tested with.
    ...project,
    ...(isNode20 && { devDependencies: { ...project.devDependencies, vitest: vitestOfNode20 } }),
  };
}

/** What npm takes for a name. */
function packageName(name) {
  const plain = name.toLowerCase().replace(/[^a-z0-9._-]+/g, '-');
  return plain.replace(/^[._-]+/, '') || 'pipelines';
}

function tell() {
  const place = relative('', folder);
  console.log(`${folder} has a tool, an agent, a pipeline that asks a person, and its test.

Next:
${place ? `  cd ${place}\n` : ''}  npm install
  npm test
  npm run dev`);
}

function fail(message, code) {
  console.error(message);
  process.exit(code);
}
