import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiKey } from '../../api/support/app.ts';
import { openTestServer } from './support.ts';
import type { TestServer } from './support.ts';

let server: TestServer;
/** Outside of Baton's own folder. */
let folder: string;

beforeAll(async () => {
  server = await openTestServer();
  folder = await mkdtemp(join(tmpdir(), 'baton-code-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** A file of an agent and a pipeline. */
const source = (title: string) => `
import { defineAgent, definePipeline, z } from 'baton';
export const greeter = defineAgent({
  name: 'porter',
  role: 'Greeter',
  instructions: 'You greet.',
  output: z.object({ greeting: z.string() }),
});
export default definePipeline({
  name: 'welcome',
  title: '${title}',
  inputs: z.object({ name: z.string().default('you') }),
  nodes: [{ id: 'welcome', kind: 'agent', agent: greeter.name, task: 'Greet {{ inputs.name }}' }],
});
`;

async function write(content: string): Promise<string> {
  const file = join(folder, 'greet.ts');
  await writeFile(file, content);
  return file;
}

/** In a process of its own, since it loads the file. */
async function baton(...args: string[]) {
  const child = spawn(process.execPath, ['bin/main.ts', ...args], {
    env: { ...process.env, BATON_URL: server.address, BATON_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, warnings, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ]);
  return { code, output: output + warnings };
}

test(
  'what was changed on the canvas is taken into the file, and deployed from there again',
  { timeout: 150_000 },
  async () => {
    const mine = source('Mine');
    const file = await write(mine);
    await baton('deploy', file);
    const welcome = async () => (await server.get('/api/v1/pipelines/welcome')).body;
    const { document, text: kept } = await welcome();
    expect(kept).toMatch(/^# Kept in \S*greet\.ts\. `baton deploy` replaces it\. Deployed: /);
    const waiting = { id: 'pause', kind: 'wait', for: '1s' };
    const drawn = {
      ...document,
      nodes: [{ ...document.nodes[0], task: "Say 'hi'" }, waiting],
      edges: [{ from: 'welcome', to: 'pause' }],
      layout: { pause: { x: 5, y: 5 } },
    };
    const saved = await server.ask('PUT', '/api/v1/pipelines/welcome', {
      payload: `${kept.split('\n')[0]}\n${JSON.stringify(drawn)}`,
      headers: { 'if-match': '*', 'content-type': 'text/yaml' },
    });
    expect(saved.status).toBe(200);
    const { output } = await baton('pull', 'welcome', '--into', file, '--diff');
    expect(output).toMatch(/^--- a\/\S*greet\.ts$/m);
    expect(output).toMatch(/^\+ +(\{ id: 'pause', .*)?kind: 'wait', for: '1s' \},$/m);
    expect(output).not.toMatch(/^-.*inputs: z/m);
    expect(await readFile(file, 'utf8')).toBe(mine);
    expect((await baton('pull', 'welcome', '--into', file)).output).toContain('as it is stored');
    const pulled = await readFile(file, 'utf8');
    expect(pulled).toContain('output: z.object({ greeting: z.string() }),');
    expect((await baton('pull', 'welcome', '--into', file)).output).toContain('defines it already');
    // It has the content hash of what is stored, and is kept in the file from here on.
    expect((await baton('deploy', file)).output).toContain('pipeline welcome is unchanged');
    await write(pulled.replace("title: 'Mine'", "title: 'Further'"));
    expect((await baton('deploy', file)).output).toContain('pipeline welcome deployed');
    expect(await welcome()).toMatchObject({ title: 'Further' });
    expect(await baton('pull', 'welcome', '--into', 'welcome.yaml')).toMatchObject({ code: 2 });
    expect((await baton('pull', 'price-check', '--into', file)).output).toContain(
      'defines no pipeline price-check',
    );
    const whole = await baton('pull', 'welcome');
    await write(whole.output);
    expect((await baton('deploy', file)).output).toContain('pipeline welcome is unchanged');
  },
);
