import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Command, Help } from 'commander';
import { describe, expect, onTestFinished, test } from 'vitest';
import { processContext } from '../../bin/client/context.ts';
import { commands } from '../../bin/commands/index.ts';

const project = fileURLToPath(new URL('../../', import.meta.url));
const recorder = new URL('./support/loaded-modules.mjs', import.meta.url).href;

/** The modules that a Node program loads: files by their path in the project, and names of packages. */
async function modulesOf(...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'baton-modules-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'modules.json');
  await promisify(execFile)(process.execPath, ['--import', recorder, ...args], {
    cwd: project,
    env: { ...process.env, LOADED_MODULES: file },
  });
  const urls: string[] = JSON.parse(await readFile(file, 'utf8'));
  const paths = urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url));
  return {
    files: paths
      .filter((path) => path.startsWith(project) && !path.includes('node_modules'))
      .map((path) => path.slice(project.length)),
    packages: [...new Set(paths.flatMap((path) => packageOf(path) ?? []))].toSorted(),
  };
}

const packageOf = (path: string) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];

describe('the command', () => {
  test('loads no command and no schema to list what there is', async () => {
    const { files, packages } = await modulesOf('bin/main.ts', '--help');
    expect(packages).toEqual(['commander', 'picocolors']);
    expect(files.filter((file) => /^bin\/commands\/(?!index)/.test(file))).toEqual([]);
    expect(files.length).toBeLessThanOrEqual(16);
  });

  test('loads the one that is chosen alone', async () => {
    const { files } = await modulesOf('bin/main.ts', 'runs', '--help');
    const loaded = files.filter((file) => /^bin\/commands\/(?!index)/.test(file));
    expect(loaded).toEqual(['bin/commands/runs.ts']);
  });

  test.each(commands)('lists what it takes: $term', async ({ term, load }) => {
    const program = new Command('baton');
    (await load())(program, processContext());
    expect(program.commands.map((one) => new Help().subcommandTerm(one))).toEqual([term]);
  });
});

/** Packages that a Baton uses only by some settings, or once somebody asks for what they do. */
const ofFew = [
  '@clickhouse/client',
  '@modelcontextprotocol/sdk',
  '@qdrant/js-client-rest',
  'ccxt',
  'feedsmith',
  'jsdom',
  'mathjs',
  'nodemailer',
  'quickjs-emscripten',
  'ssh2',
  'trading-signals',
  'typescript',
  'vader-sentiment',
  'vite',
];

test('a Baton starts without the packages that few need', async () => {
  const parts = ['./bin/start/parts.ts', './workers/compose/trading/open-trading.ts'];
  const script = parts.map((file) => `await import('${file}');`).join('\n');
  const { packages } = await modulesOf('--input-type=module', '--eval', script);
  expect(packages).toContain('fastify');
  expect(packages.filter((name) => ofFew.includes(name))).toEqual([]);
});
