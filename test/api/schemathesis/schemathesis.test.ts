import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { cacheFolder } from '../../../bin/temporal/cache.ts';
import { apiKey, startBaton } from '../../end-to-end/support/baton.ts';

// Tests the API by its own description. `npm run schemathesis` takes longer and finds more.

/** Of PyPI; pinned, since hooks.py reaches into it. */
const version = '4.32.5';
const here = import.meta.dirname;
const folder = join(cacheFolder(process.env), `schemathesis-${version}`);
const program = join(folder, 'bin', 'schemathesis');

const { BATON_SCHEMATHESIS_SECONDS: given } = process.env;
const seconds = Number(given ?? 60);
const seed = Number(process.env['BATON_SCHEMATHESIS_SEED'] ?? (given ? Date.now() % 1_000_000 : 1));

/** Why there is none; empty where it is installed. */
function missing(): string {
  if (existsSync(program)) return '';
  const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']);
  if (python.status !== 0) return 'Python 3.10 or later is not on PATH: skipped';
  const installed =
    spawnSync('python3', ['-m', 'venv', folder]).status === 0 &&
    spawnSync(join(folder, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`], {
      timeout: 120_000,
    }).status === 0;
  return installed ? '' : `schemathesis ${version} cannot be installed from PyPI: skipped`;
}

test('the API does what its description says', { timeout: 900_000 }, async ({ skip }) => {
  const reason = missing();
  if (reason) skip(reason);
  const baton = await startBaton({
    OLLAMA_HOST: 'http://127.0.0.1:9',
    BATON_REQUESTS_PER_MINUTE: '10000000',
    BATON_REQUEST_MB_PER_MINUTE: '1000000',
  });
  console.log(`schemathesis: seed ${seed}, ${seconds} s`);
  const child = spawn(
    program,
    [
      '--config-file',
      join(here, 'schemathesis.toml'),
      'run',
      `${baton.address}/openapi.json`,
      '--no-color',
      '--seed',
      String(seed),
      '--max-time',
      String(seconds),
      '--max-examples',
      given ? '100' : '2',
      '--header',
      `Authorization: Bearer ${apiKey}`,
    ],
    {
      cwd: baton.folder,
      env: { ...process.env, PYTHONPATH: here, PYTHONDONTWRITEBYTECODE: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(await ended, said + complaints).toBe(0);
  expect(said).toMatch(/Tested: +\d{2,}/);
});
