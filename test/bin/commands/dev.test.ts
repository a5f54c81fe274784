import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findFreePort } from '../../../bin/start/ports.ts';

const main = resolve('bin/main.ts');
const apiKey = 'the-key-of-the-tests';
/** On a busy machine the compiler alone takes a minute. */
const patience = { timeout: 110_000, interval: 50 };
/** Of a project outside of Baton's folder. */
let folder: string;
let address: string;
let dev: ReturnType<typeof spawn>;
let said = '';

const tool = (mark: string) => `
import { defineTool, z } from 'baton';
export default defineTool({
  name: 'shout',
  description: 'Shouts with ${mark}',
  category: 'calculate',
  schema: z.strictObject({ text: z.string() }),
  handle: ({ text }) => text.toUpperCase() + '${mark}',
});
`;

const pipeline = ({ title = 'First', agent = 'greeter', people = '2' } = {}) => `
import { defineAgent, definePipeline, toolNode, z } from 'baton';
import shout from './extensions/tools/shout.ts';

const people: number = ${people};
export const greeter = defineAgent({ name: 'greeter', role: 'Greeter', instructions: 'Greet.' });
export default definePipeline({
  name: 'greet',
  title: '${title}',
  description: \`For \${people}\`,
  inputs: z.object({ name: z.string().default('you') }),
  nodes: [
    { id: 'ask', kind: 'approval', show: 'May I?' },
    toolNode(shout, { id: 'loud', args: { text: '{{ inputs.name }}' } }),
    {
      id: 'greeting',
      kind: 'agent',
      agent: '${agent}',
      task: 'Greet {{ nodes.loud.output }}',
    },
  ],
  edges: [
    { from: 'ask', port: 'approved', to: 'loud' },
    { from: 'loud', to: 'greeting' },
  ],
});
`;

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), content);
}

async function ask(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}

/** Does something, and gives what is told from then on, once it says what is expected. */
async function tells(expected: RegExp, act: () => Promise<void>): Promise<string> {
  const before = said.length;
  await act();
  await expect.poll(() => said.slice(before), patience).toMatch(expected);
  return said.slice(before);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-dev-'));
  const [port, temporalPort] = [await findFreePort(), await findFreePort()];
  address = `http://127.0.0.1:${port}`;
  await write('package.json', '{ "private": true, "type": "module" }');
  await write('extensions/tools/shout.ts', tool('!'));
  await write('greet.ts', pipeline());
  dev = spawn(process.execPath, [main, 'dev'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      BATON_CACHE: process.env['BATON_CACHE'],
      BATON_API_KEY: apiKey,
      PORT: String(port),
      BATON_TEMPORAL_PORT: String(temporalPort),
      BATON_MARKET_SOURCES: 'sample',
      OLLAMA_HOST: 'http://127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [dev.stdout!, dev.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const isUp = () => /pipeline greet deployed \(\w{12}\)\n[^]*ok\. Waiting/.test(said);
  await vi.waitUntil(isUp, { timeout: 110_000 }).catch(() => expect(said).toContain('ok'));
}, 120_000);
afterAll(async () => {
  if (dev.exitCode === null) {
    dev.kill('SIGINT');
    await once(dev, 'exit');
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}, 60_000);

const stored = () => ask('GET', '/api/v1/pipelines/greet');
const patient = { timeout: 240_000 };

test('an edit is deployed', patient, async () => {
  await tells(/pipeline greet deployed \(\w{12}\)\nok/, () =>
    write('greet.ts', pipeline({ title: 'Second' })),
  );
  expect(await stored()).toMatchObject({ title: 'Second' });
});

test('an error of a type is told by line, and deployed once it is mended', patient, async () => {
  const wrong = pipeline({ title: 'Third', people: "'two'" });
  const line = wrong.split('\n').findIndex((text) => text.includes('people: number')) + 1;
  const told = await tells(/1 problem\. Waiting/, () => write('greet.ts', wrong));
  expect(told).toMatch(new RegExp(`^greet\\.ts:${line}:7  Type 'string' .*TS2322`, 'm'));
  expect(await stored()).toMatchObject({ title: 'Second' });
  await tells(/pipeline greet deployed/, () => write('greet.ts', pipeline({ title: 'Third' })));
  expect(await stored()).toMatchObject({ title: 'Third' });
});

test('a mistake of a pipeline is told by the line of its node', patient, async () => {
  const wrong = pipeline({ title: 'Fourth', agent: 'nobody' });
  const line = wrong.split('\n').findIndex((text) => text.includes("agent: 'nobody'")) + 1;
  const told = await tells(/1 problem\. Waiting/, () => write('greet.ts', wrong));
  expect(told).toMatch(
    new RegExp(`^greet\\.ts:${line}  nodes\\[2\\] \\(greeting\\)\\.agent: `, 'm'),
  );
  await write('greet.ts', pipeline({ title: 'Fourth' }));
  await expect.poll(stored, patience).toMatchObject({ title: 'Fourth' });
});

test(
  'a definition that does not fit is told by line, and so is what cannot be loaded',
  patient,
  async () => {
    const odd = pipeline().replace("id: 'ask', kind", "id: 'ask', timeout: 'soon', kind");
    const line = odd.split('\n').findIndex((text) => text.includes('soon')) + 1;
    expect(await tells(/problems?\. Waiting/, () => write('greet.ts', odd))).toMatch(
      new RegExp(`^greet\\.ts:${line}  nodes\\[0\\] \\(ask\\)\\.timeout: `, 'm'),
    );
    const thrown = `${pipeline()}\nthrow new Error('not today');\n`;
    const last = thrown.split('\n').length - 1;
    expect(await tells(/problems?\. Waiting/, () => write('greet.ts', thrown))).toMatch(
      new RegExp(`^greet\\.ts:${last}  cannot be loaded: not today`, 'm'),
    );
  },
);

test('a run goes on with a tool that was edited while it waited', patient, async () => {
  const { id } = await ask('POST', '/api/v1/runs', { pipeline: 'greet', input: { name: 'Ada' } });
  const run = () => ask('GET', `/api/v1/runs/${id}`);
  await expect.poll(async () => (await run()).status, patience).toBe('waiting');
  await tells(/tool shout@1 has changed/, () => write('extensions/tools/shout.ts', tool('?')));
  await ask('POST', `/api/v1/approvals/${id}.ask`, { decision: 'approve' });
  await expect.poll(async () => (await run()).status, patience).toBe('completed');
  const { items } = await ask('GET', `/api/v1/runs/${id}/steps`);
  expect(items.find(({ kind }: { kind: string }) => kind === 'tool').output).toBe('ADA?');
});

test('Ctrl-C ends it and the Baton that it started', patient, async () => {
  dev.kill('SIGINT');
  const [code] = await once(dev, 'exit');
  expect(code).toBe(0);
  await expect(fetch(`${address}/health`)).rejects.toThrow();
});
