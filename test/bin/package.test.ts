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
/** The packed `create-baton`. */
let creator: string;
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
  const [created, tarball] = stdout.trim().split('\n').slice(-2) as [string, string];
  creator = created;
  await install(folder, tarball).catch((error: Error & { stderr?: string }) => {
    notInstalled = `npm could not install the package: ${error.stderr || error.message}`;
  });
}, installMs + 120_000);
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }), 60_000);

function install(cwd: string, ...packages: string[]) {
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  return execute('npm', ['install', ...packages, ...options], {
    cwd,
    env: environment,
    timeout: installMs,
  });
}

const inFolder = (program: string, ...args: string[]) =>
  execute(program, args, { cwd: folder, env: environment }).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
const baton = async (...args: string[]) => {
  const { stdout, stderr } = await inFolder('npx', 'baton', ...args);
  return stdout + stderr;
};

/** A command of the package that serves until it is told to end. */
function serve(cwd: string, command: string) {
  const server = spawn(process.execPath, ['node_modules/baton/bin/baton.mjs', command], {
    cwd,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  let said = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  return {
    said: () => said,
    end(signal: NodeJS.Signals) {
      server.kill(signal);
      return ended;
    },
  };
}

test(
  'a pipeline in TypeScript with a tool of its own runs in an empty folder',
  { timeout: 180_000 },
  async ({ skip }) => {
    if (notInstalled) skip(notInstalled);
    const server = serve(folder, 'start');
    try {
      await vi.waitFor(() => expect(server.said()).toContain('Baton is ready'), {
        timeout: 90_000,
      });
      // It comes with the web app and the workflows: nothing is built.
      expect(server.said()).not.toContain('Building');
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
      await server.end('SIGTERM');
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

test(
  '`create-baton` makes a project that is tested and served',
  { timeout: installMs + 240_000 },
  async ({ skip }) => {
    if (notInstalled) skip(notInstalled);
    const create = () => inFolder('npx', '--yes', `file:${creator}`, 'my-pipelines');
    expect((await create()).stdout).toMatch(/cd my-pipelines\n {2}npm install\n {2}npm test/);
    const project = join(folder, 'my-pipelines');
    // What it made is not written over.
    expect((await create()).stderr).toMatch(
      /my-pipelines is not empty: it has \S.*Name a new folder/,
    );
    await install(project);
    const inProject = (...args: string[]) =>
      execute('npm', args, { cwd: project, env: { ...environment, NO_COLOR: '1' } });
    expect((await inProject('test')).stdout).toMatch(/Tests +1 passed/);
    expect((await inProject('run', 'check')).stdout).not.toContain('error');
    const dev = serve(project, 'dev');
    try {
      await vi.waitFor(
        () => expect(dev.said()).toMatch(/agent host deployed\npipeline dinner deployed[^]*ok\./),
        { timeout: 120_000 },
      );
    } finally {
      expect(await dev.end('SIGINT')).toBe(0);
    }
  },
);
