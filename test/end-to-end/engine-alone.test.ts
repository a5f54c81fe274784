import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plugFiles } from '../support/domains.ts';
import { apiKey, startBaton, untilStatus } from './support/baton.ts';

const run = promisify(execFile);
const root = process.cwd();
const sources =
  'activities api bin bus code contracts db keys telemetry web workers workflows'.split(' ');
/** What the engine is made of, and the tests of it that are run without a domain. */
const engine = [
  ...sources,
  // The app comes with the docs.
  'docs',
  'examples/README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vitest.config.ts',
  'test',
];
const leftOut = new Set(['trading', 'dist', 'browser', 'end-to-end', 'bench', 'examples']);
const testedAlone = [
  'test/contracts/base',
  'test/contracts/expressions',
  'test/contracts/values',
  'test/workflows/graph',
  'test/activities/base',
  'test/activities/network',
  'test/activities/models/limits',
];

/** A copy of Baton whose trading folders are gone, and whose layers plug no domain in. */
async function copyWithoutTrading(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'baton-engine-alone-'));
  const filter = (path: string) => !leftOut.has(basename(path));
  await Promise.all(
    engine.map((name) => cp(join(root, name), join(folder, name), { recursive: true, filter })),
  );
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const file of plugFiles) {
    const path = join(folder, file);
    const plugged = await readFile(path, 'utf8');
    const bare = plugged.replace(/^.* from '.*\/trading\/.*';\n/gm, '').replace('[trading]', '[]');
    expect(bare).not.toBe(plugged);
    await writeFile(path, bare);
  }
  return folder;
}

describe('the engine without its trading domain', { timeout: 240_000 }, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await copyWithoutTrading();
  }, 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const inCopy = (command: string, ...args: string[]) =>
    run(join(root, 'node_modules/.bin', command), args, { cwd: folder });

  it('has types that fit, in the app too', async () => {
    const settings = {
      extends: './tsconfig.json',
      include: sources,
      exclude: ['web/src', 'web/guide', 'test'],
    };
    await writeFile(join(folder, 'tsconfig.engine.json'), JSON.stringify(settings));
    await inCopy('tsc', '-p', 'tsconfig.engine.json');
    await inCopy('tsc', '-p', 'web/tsconfig.json');
  });

  it('passes its tests', async () => {
    await inCopy('vitest', 'run', ...testedAlone);
  });

  it('starts, serves the app, and runs a pipeline of general tools', async () => {
    await mkdir(join(folder, 'pipelines'));
    await writeFile(join(folder, 'pipelines', 'sum.yaml'), pipeline);
    const baton = await startBaton({ OLLAMA_HOST: 'http://127.0.0.1:9' }, folder);
    const entry = await fetch(`${baton.address}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ key: apiKey, next: '/runs' }),
    });
    const [cookie = ''] = entry.headers.getSetCookie();
    const page = await fetch(`${baton.address}/runs`, {
      headers: { accept: 'text/html', cookie: cookie.split(';', 1)[0] ?? '' },
    });
    expect(await page.text()).toContain('<title>Baton</title>');
    await expect
      .poll(async () => (await baton.request('GET', '/api/v1/pipelines')).body.items)
      .toMatchObject([{ name: 'sum' }]);
    const { body: tools } = await baton.request('GET', '/api/v1/tools');
    expect(tools.items.map(({ name }: { name: string }) => name)).toContain('calculate');
    const { status, body } = await baton.request('POST', '/api/v1/runs', {
      pipeline: 'sum',
      input: { amount: 20 },
    });
    expect(status, JSON.stringify(body)).toBe(201);
    await untilStatus(baton, body.id, 'waiting');
    await baton.request('POST', `/api/v1/approvals/${body.id}.confirm`, { decision: 'approve' });
    await untilStatus(baton, body.id, 'completed');
    const { body: ended } = await baton.request('GET', `/api/v1/runs/${body.id}`);
    expect(ended.output).toMatchObject({ doubled: 40 });
  });
});

const pipeline = `
name: sum
title: Double an amount, once a person agrees
inputs:
  type: object
  required: [amount]
  properties: { amount: { type: number } }
nodes:
  - { id: double, kind: tool, tool: calculate, args: { expression: "{{ string(inputs.amount) }} * 2" } }
  - { id: confirm, kind: approval, show: "{{ nodes.double.output }}", timeout: 1h, onTimeout: reject }
  - { id: answer, kind: transform, value: "{{ nodes.double.output.result }}" }
edges:
  - { from: double, to: confirm }
  - { from: confirm, port: approved, to: answer }
output: "{{ {'doubled': nodes.?answer.?output.orValue(null)} }}"
`;
