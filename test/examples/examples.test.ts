import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKey, openBaton } from '../end-to-end/support/baton.ts';
import type { Baton } from '../end-to-end/support/baton.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Offline, and without a model but the demo. */
const offline = { BATON_MARKET_SOURCES: 'sample', OLLAMA_HOST: 'http://127.0.0.1:9' };

let baton: Baton;
let extensions: string;

beforeAll(async () => {
  // Beside the extensions that come with Baton, so that the imports of what is copied there hold.
  extensions = await mkdtemp(join(root, '.baton-examples-'));
  baton = await openBaton({ ...offline, BATON_EXTENSIONS: extensions });
}, 120_000);
afterAll(async () => {
  await baton.close();
  await rm(extensions, { recursive: true, force: true });
}, 60_000);

/** The command of an example, as its README shows it. */
async function commandOf(example: string): Promise<string> {
  const readme = await readFile(join(root, 'examples', example, 'README.md'), 'utf8');
  const [, command = ''] = /```sh\n(npx [^\n]+)\n```/.exec(readme) ?? [];
  expect(command).toContain(`examples/${example}/`);
  return command;
}

/** What `npx` finds here; without it, nothing is installed while tests run. */
const programs: Record<string, string[]> = {
  'npx node': [],
  'npx baton': ['bin/main.ts'],
};

/** Runs a command as a person would in Baton's folder. */
async function run(command: string): Promise<{ code: number | null; said: string }> {
  const [npx, name, ...args] = command.split(' ');
  const child = spawn(process.execPath, [...programs[`${npx} ${name}`]!, ...args], {
    cwd: root,
    env: {
      ...process.env,
      BATON_URL: baton.address,
      BATON_API_KEY: apiKey,
      BATON_EXTENSIONS: extensions,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [out, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, said: out + errors };
}

/** A busy machine takes its time. */
const patience = { timeout: 90_000 };

const runExample = async (example: string) => run(await commandOf(example));

test('own-tool: a tool in a file is offered, and splits the bill', patience, async () => {
  const { code, said } = await runExample('own-tool');
  expect(said).toContain('{ total: 92.4, each: 30.8 }');
  expect(code).toBe(0);
});

test('own-agent: an agent in a file completes its task', patience, async () => {
  const { code, said } = await runExample('own-agent');
  expect(said).toMatch(/^completed \{[^]*trend: '(up|down|sideways)'/);
  expect(code).toBe(0);
});

test(
  'approval: the order that a person approves with another quantity fills',
  patience,
  async () => {
    const watched = runExample('approval');
    const pending = async () => {
      const { items } = (await baton.request('GET', '/api/v1/approvals?status=pending')).body;
      return items.find(({ title }: { title: string }) => title === 'confirm')?.id;
    };
    await expect.poll(pending, { timeout: 30_000 }).toBeTypeOf('string');
    const approved = await run(`npx baton approve ${await pending()} --arg quantity=2`);
    expect(approved.said).toContain('quantity: 1 → 2');
    const { code, said } = await watched;
    expect(said).toContain('decision: approved');
    expect(said).toMatch(/order completed/);
    expect(code).toBe(0);
    const { items } = (await baton.request('GET', '/api/v1/account/orders')).body;
    expect(items).toMatchObject([{ symbol: 'SPX', quantity: '2', status: 'filled' }]);
  },
);

test('code: a pipeline in TypeScript is deployed, approved and completed', patience, async () => {
  expect(await runExample('code')).toMatchObject({
    code: 0,
    said: expect.stringContaining('pipeline dinner deployed'),
  });
  const { code, said } = await run('npx node examples/code/run.ts');
  expect(said).toMatch(/^to approve: [^]+\n\{\s+sent: [^]+\}\n$/);
  expect(code).toBe(0);
});

test('gateway-client: the OpenAI SDK gets an answer whole and as a stream', patience, async () => {
  const { code, said } = await runExample('gateway-client');
  expect(said).toMatch(/^demo:trend: Demo model, no LLM/);
  expect(said.match(/Demo model, no LLM/g)).toHaveLength(2);
  expect(code).toBe(0);
});

test('mcp-server: a client calls a tool and runs a pipeline', patience, async () => {
  const { code, said } = await runExample('mcp-server');
  expect(said).toMatch(/get_price: \{\s+symbol: 'SPX'/);
  expect(said).toMatch(/run_analyst-team: run_\w+ is completed/);
  expect(code).toBe(0);
});

test('every example is listed with the command of its README, and says that it needs no key', async () => {
  const index = await readFile(join(root, 'examples', 'README.md'), 'utf8');
  const folders = (await readdir(join(root, 'examples'))).filter((name) =>
    existsSync(join(root, 'examples', name, 'README.md')),
  );
  expect(folders).toHaveLength(6);
  for (const folder of folders) {
    expect(index).toContain(`\`${await commandOf(folder)}\``);
    const readme = await readFile(join(root, 'examples', folder, 'README.md'), 'utf8');
    expect(readme).toContain('offline and without a key');
  }
});
