import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../../bin/start/ports.ts';

const execute = promisify(execFile);
/** npm asks a registry for a second or two, or for as long as the network lets it. */
const installMs = 240_000;
/** Why the package could not be installed: nothing of it can be said then. */
let notInstalled: string | undefined;
let folder: string;
let environment: NodeJS.ProcessEnv;

const files = {
  'package.json': '{ "private": true, "type": "module" }',
  'extensions/tools/split_bill.ts': `
import { defineTool, z } from 'baton';
export default defineTool({
  name: 'split_bill',
  description: 'Splits a bill among people.',
  category: 'calculate',
  schema: z.strictObject({ amount: z.number(), people: z.number() }),
  handle: ({ amount, people }) => ({ each: amount / people }),
});
`,
  'dinner.ts': `
import { definePipeline, toolNode, z } from 'baton';
import splitBill from './extensions/tools/split_bill.ts';
export default definePipeline({
  name: 'dinner',
  inputs: z.object({ amount: z.number() }),
  nodes: [toolNode(splitBill, { id: 'bill', args: { amount: '{{ inputs.amount }}', people: 3 } })],
});
`,
  'try.ts': `
import { openTestBaton } from 'baton/testing';
import dinner from './dinner.ts';
const baton = await openTestBaton();
const run = await baton.start(dinner, { input: { amount: 84 } });
console.log(JSON.stringify(await run.result()));
await baton.close();
`,
  'wrong.ts': `
import { toolNode } from 'baton';
import splitBill from './extensions/tools/split_bill.ts';
toolNode(splitBill, { id: 'bill', args: { amount: true, people: 3 } });
`,
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-package-'));
  const [port, temporalPort] = [await findFreePort(), await findFreePort()];
  environment = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    PORT: String(port),
    BATON_TEMPORAL_PORT: String(temporalPort),
    BATON_MARKET_SOURCES: 'sample',
    OLLAMA_HOST: 'http://127.0.0.1:9',
  };
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const { stdout } = await execute(process.execPath, ['bin/package/main.ts', folder]);
  const tarball = stdout.trim().split('\n').at(-1)!;
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await execute('npm', ['install', tarball, ...options], {
    cwd: folder,
    env: environment,
    timeout: installMs,
  }).catch((error: Error & { stderr?: string }) => {
    notInstalled = `npm could not install the package: ${error.stderr || error.message}`;
  });
}, installMs + 120_000);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }), 60_000);

const inFolder = (program: string, ...args: string[]) =>
  execute(program, args, { cwd: folder, env: environment }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
const baton = async (...args: string[]) => {
  const { stdout, stderr } = await inFolder('npx', 'baton', ...args);
  return stdout + stderr;
};

test(
  'a pipeline in TypeScript with a tool of its own runs in an empty folder',
  { timeout: 180_000 },
  async ({ skip }) => {
    if (notInstalled) skip(notInstalled);
    const server = spawn(process.execPath, ['node_modules/baton/bin/baton.mjs', 'start'], {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    let said = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    try {
      await vi.waitFor(() => expect(said).toContain('Baton is ready'), { timeout: 90_000 });
      // It comes with the web app and the workflows: nothing is built.
      expect(said).not.toContain('Building');
      await expect
        .poll(() => baton('tools', 'split_bill'), { timeout: 30_000 })
        .toContain('Splits a bill');
      expect(await baton('validate', 'dinner.ts')).toBe('ok dinner.ts\n');
      expect(await baton('deploy', 'dinner.ts')).toContain('pipeline dinner deployed');
      expect(await baton('run', 'dinner', '--input', 'amount=84', '--watch')).toMatch(
        /completed[^]*each: 28/,
      );
      expect(await baton('doctor')).not.toContain('extensions/tools/split_bill.ts');
    } finally {
      server.kill('SIGTERM');
      await ended;
    }
  },
);

test(
  'its types are there for the compiler of whoever uses it',
  { timeout: 120_000 },
  async ({ skip }) => {
    if (notInstalled) skip(notInstalled);
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--allowImportingTsExtensions',
      '--module',
      'nodenext',
    ];
    const { stdout } = await inFolder('npx', 'tsc', ...options, 'dinner.ts', 'try.ts', 'wrong.ts');
    expect(stdout).toContain(
      "wrong.ts(4,43): error TS2322: Type 'true' is not assignable to type 'number",
    );
    expect(stdout.trim().split('\n')).toHaveLength(1);
  },
);
