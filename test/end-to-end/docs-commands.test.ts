import { existsSync } from 'node:fs';
import { glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { codeBlocks } from '../support/code-blocks.ts';
import { apiKey, openBaton, startRun, untilStatus } from './support/baton.ts';
import type { Baton } from './support/baton.ts';

const files = ['README.md'];
for await (const file of glob('docs/*.md')) files.push(file);
const texts = Object.fromEntries(
  await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
);
const all = files.flatMap((file) =>
  codeBlocks(texts[file]!, '(?:sh|bash)').map((text) => ({ file, text })),
);

/** How blocks begin that need more than a started Baton, and the test of what they say. */
const elsewhere: Record<string, { test: string; needs?: string }> = {
  'npm start': { test: 'test/end-to-end/main-path.test.ts' },
  'npm test': { test: 'test/end-to-end/docs-commands.test.ts', needs: 'this test' },
  'npx baton run research-to-trading': {
    test: 'test/end-to-end/main-path.test.ts',
    needs: 'a person who approves',
  },
  'npx baton validate second-opinion.yaml': {
    test: 'test/docs.test.ts',
    needs: 'a person who approves',
  },
  'npx baton keys create intern': {
    test: 'test/bin/commands/keys.test.ts',
    needs: 'a key of a provider',
  },
  'RUN=run_01…': { test: 'test/end-to-end/streams.test.ts', needs: 'somebody who ends it' },
  'npx baton validate dinner.ts': { test: 'test/bin/commands/deploy.test.ts' },
  'npx baton pull dinner': { test: 'test/bin/commands/pull.test.ts' },
  'npx file:../baton/create-baton': { test: 'test/bin/package.test.ts' },
  'npm init -y': { test: 'test/bin/package.test.ts' },
  'npm run chaos': { test: 'test/chaos/short.test.ts' },
  'node workers/check.ts': { test: 'test/workflows/deploys.test.ts' },
  'npx baton deploys ': { test: 'test/api/deploys/routes.test.ts', needs: 'workers with builds' },
  'docker tag': { test: 'test/workflows/deploys.test.ts', needs: 'Docker' },
  'sed s/my-build': { test: 'test/workflows/deploys.test.ts', needs: 'Kubernetes' },
  'for name in BatonPipeline': {
    test: 'test/api/temporal/search-attributes.test.ts',
    needs: 'a Temporal server of its own',
  },
  BATON_PUBLIC_URL: { test: 'test/api/oidc/env.test.ts', needs: 'a provider of identities' },
  BATON_OIDC_ISSUER: { test: 'test/api/oidc/env.test.ts', needs: 'a provider of identities' },
  ANTHROPIC_BASE_URL: {
    test: 'test/api/gateway/anthropic/broken-arguments.test.ts',
    needs: 'another program',
  },
  'curl -X POST http://127.0.0.1:3000/api/v1/tools/matrix_send': {
    test: 'test/activities/catalog/system/matrix-send.test.ts',
    needs: 'a Matrix server',
  },
  'temporal workflow': {
    test: 'test/end-to-end/main-path.test.ts',
    needs: 'the temporal command',
  },
};

const run = all.filter(
  ({ text }) => !Object.keys(elsewhere).some((start) => text.startsWith(start)),
);

const draft = `name: draft
nodes:
  - { id: look, kind: tool, tool: get_price, args: { symbol: SPX } }
  - { id: judge, kind: transform, value: '{{ nodes.look.output.price }}' }
edges:
  - { from: look, to: judge }
`;
const failing = `name: failing
nodes:
  - { id: look, kind: tool, tool: get_price, args: { symbol: NOPE } }
`;
const versionOf = (value: number) => `name: versions
nodes:
  - { id: value, kind: transform, value: ${value} }
`;

let baton: Baton;
let folder: string;
/** Backups may not lie in the folder of the data. */
let backups: string;
/** What readers have names of their own for. */
let values: Record<string, string>;

beforeAll(async () => {
  baton = await openBaton();
  folder = join(baton.folder, 'reader');
  backups = await mkdtemp(join(tmpdir(), 'baton-backups-'));
  await mkdir(join(folder, '.baton'), { recursive: true });
  await writeFile(join(folder, '.baton', 'api-key'), apiKey);
  for (const text of [
    ...codeBlocks(Object.values(texts).join('\n'), 'yaml pipeline'),
    ...codeBlocks(texts['README.md']!, 'yaml'),
  ]) {
    const { name } = parse(text) as { name: string };
    await writeFile(join(folder, `${name}.yaml`), text);
  }
  await store('morning-note', await readFile(join(folder, 'morning-note.yaml'), 'utf8'));
  await store('draft', draft);
  for (const value of [1, 2, 3]) await store('versions', versionOf(value));
  await store('failing', failing);
  values = {
    'http://127.0.0.1:3000': baton.address,
    'BATON_DATA=/srv/baton npm start': '',
    '/backups/': `${backups}/`,
    '/srv/baton': join(backups, 'restored'),
    PIPELINE: 'versions',
    $BATON_WEBHOOK_SECRET: 'secret',
  };
  await baton.command('user', 'ann');
  await baton.command('user', 'bob');
});

/** A run that has come to a status. */
async function runThat(status: string, pipeline: string): Promise<string> {
  const { body } = await baton.request('POST', '/api/v1/runs', { pipeline });
  await untilStatus(baton, body.id, status);
  return body.id;
}

/** What blocks name that a reader has of their own. */
const names: Record<string, () => Promise<Record<string, string>>> = {
  'npx baton retry RUN': async () => ({ RUN: await runThat('failed', 'failing') }),
  'npx baton run draft.yaml': async () => ({ RUN: await runThat('completed', 'draft') }),
  'npx baton keys create nightly': async () => ({ key_4f9a0c1d2e3b: await firstKey() }),
  'AUTHORIZATION=': async () => ({ 'gw_01k…': 'gw_01k', 'req_…': await request() }),
  'npx baton approve RUN': async () => ({
    RUN: await waiting(),
    'approvals/ID': `approvals/${await waiting()}.confirm`,
  }),
};

async function firstKey(): Promise<string> {
  const { body } = await baton.request('POST', '/api/v1/keys', {
    name: 'old',
    roles: ['operator'],
  });
  return body.id;
}

async function request(): Promise<string> {
  await runThat('completed', 'meeting-notes');
  return (await baton.request('GET', '/api/v1/requests')).body.items[0].id;
}

async function waiting(): Promise<string> {
  const id = await startRun(baton);
  await untilStatus(baton, id, 'waiting');
  return id;
}

describe('commands in the docs', { timeout: 120_000 }, () => {
  it('are tried here or elsewhere', () => {
    const unknown = Object.keys(elsewhere).filter(
      (start) => !all.some(({ text }) => text.startsWith(start)),
    );
    expect(unknown).toEqual([]);
    expect(Object.values(elsewhere).filter(({ test }) => !existsSync(test))).toEqual([]);
  });

  it.each(run)('$file: $text', async ({ text }) => {
    const begin = Object.keys(names).find((start) => text.startsWith(start));
    let typed = text;
    for (const [name, value] of Object.entries({
      ...values,
      ...(begin && (await names[begin]!())),
    }))
      typed = typed.replaceAll(name, value);
    const { code, output } = await baton.shell(typed, folder);
    // A run that fails again is what its retry says with its code.
    expect(code, output).toBe(text.startsWith('npx baton retry') ? 1 : 0);
  });
});
afterAll(async () => {
  await baton.close();
  await rm(backups, { recursive: true });
});

/** Stores a document as a reader would who has it in a file. */
async function store(name: string, text: string): Promise<void> {
  await writeFile(join(folder, `${name}.yaml`), text);
  expect(await baton.shell(`npx baton deploy ${name}.yaml`, folder)).toMatchObject({ code: 0 });
}
