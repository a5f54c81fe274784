import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { expect, onTestFinished, test } from 'vitest';
import { processContext } from '../../bin/client/context.ts';
import { addMcp } from '../../bin/commands/mcp.ts';
import { Command } from 'commander';
import { createColors } from 'picocolors';
import { toolText } from '../activities/own-tools/support/folder.ts';
import { apiKey, startGateway } from '../api/gateway/support/gateway.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const script = join(root, 'test/activities/mcp/support/hostile-server.ts');
const patience = { timeout: 40_000 };

/** Runs `baton mcp …`, and gives what it printed. */
async function baton(args: string[], env: Record<string, string>): Promise<string[]> {
  const lines: string[] = [];
  const program = new Command().exitOverride();
  const say = (line = '') => void lines.push(line);
  addMcp(program, {
    ...processContext(),
    colors: createColors(false),
    env,
    print: say,
    warn: say,
    setExitCode: () => undefined,
  });
  await program.parseAsync(['mcp', ...args], { from: 'user' });
  return lines;
}

test(
  'tools of files and of MCP servers come, change and go while a worker runs',
  { timeout: 120_000 },
  async () => {
    const extensions = await mkdtemp(join(root, '.baton-extensions-'));
    onTestFinished(() => rm(extensions, { recursive: true, force: true }));
    const folder = join(extensions, 'tools');
    await mkdir(folder);
    const mcpFile = join(extensions, 'mcp.yaml');
    const list = join(extensions, 'list.json');
    const echo = { name: 'echo', description: 'Repeats.', inputSchema: { type: 'object' } };
    await writeFile(list, JSON.stringify([echo]));
    const servers = { local: { command: process.execPath, args: [script, list] } };
    await writeFile(mcpFile, JSON.stringify({ servers }));
    const started = await startGateway({
      environment: { BATON_EXTENSIONS: extensions, BATON_MCP_FILE: mcpFile },
      queues: ['models', 'tools'],
    });
    onTestFinished(() => started.stop());
    const tools = async () => (await started.request('GET', '/api/v1/tools')).body;
    const named = async (name: string) =>
      (await tools()).items.find((tool: { name: string }) => tool.name === name);
    const call = (name: string, args: object) =>
      started.request('POST', `/api/v1/tools/${name}`, {
        args,
        sideEffects: { policy: 'allow' },
      });

    const file = join(folder, 'twice.ts');
    const text = toolText(
      'twice',
      'schema: z.strictObject({ n: z.number() }),\n  handle: ({ n }) => ({ twice: 2 * n }),',
    );
    await writeFile(file, text);
    await expect.poll(() => named('twice'), patience).toMatchObject({ file, untrusted: true });
    expect((await call('twice', { n: 4 })).body).toMatchObject({ output: { twice: 8 } });
    expect((await call('twice', { n: 'x' })).status).toBe(422);

    await writeFile(file, text.replace('2 * n', 'n.length'));
    await expect
      .poll(async () => (await tools()).problems, patience)
      .toMatchObject([{ file, line: 11, column: 34, message: expect.stringContaining('TS2339') }]);
    await expect.poll(() => named('twice'), patience).toBeUndefined();
    const mistake = `its file has an error at ${file}:11:34: Property 'length'`;
    const looked = await started.request('GET', '/api/v1/tools/twice');
    const over = new Client({ name: 'test', version: '1' });
    const requestInit = {
      headers: { authorization: `Bearer ${apiKey}`, 'x-baton-side-effects': 'allow' },
    };
    const url = new URL('/mcp', started.url);
    await over.connect(new StreamableHTTPClientTransport(url, { requestInit }) as Transport);
    onTestFinished(() => over.close());
    expect(await over.callTool({ name: 'twice', arguments: { n: 4 } })).toMatchObject({
      isError: true,
      structuredContent: {
        code: 'TOOL_NOT_FOUND',
        message: expect.stringContaining(mistake),
      },
    });
    for (const answer of [looked, await call('twice', { n: 4 })]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining(mistake) },
      });
    }
    await writeFile(file, text);
    await expect.poll(() => named('twice'), patience).toBeDefined();
    expect((await tools()).problems).toEqual([]);

    await expect
      .poll(async () => (await tools()).mcpServers, patience)
      .toMatchObject([{ name: 'local', status: 'connected', tools: { new: ['echo'] } }]);
    const refused = await call('mcp__local__echo', {});
    expect(refused.status).toBe(403);
    expect(refused.body.detail).toContain('npx baton mcp accept local echo');
    const env = { BATON_MCP_FILE: mcpFile };
    expect((await baton([], env)).join('\n')).toMatch(/new {2}echo[^]*description: Repeats\./);
    expect(await baton(['accept', 'local'], env)).toContainEqual(
      expect.stringContaining(join(extensions, 'mcp.lock.json')),
    );
    await expect
      .poll(async () => (await call('mcp__local__echo', { a: 1 })).body.output?.text, patience)
      .toBe('{"a":1}');

    await writeFile(list, JSON.stringify([{ ...echo, description: 'Repeats, and sends.' }]));
    await expect
      .poll(async () => (await call('mcp__local__echo', {})).body.detail, patience)
      .toContain('has changed since it was accepted');
    await expect
      .poll(async () => (await named('mcp__local__echo'))?.missing, patience)
      .toContain('description ("Repeats." → "Repeats, and sends.")');
    expect((await named('mcp__local__echo')).description).toBe('Repeats.');
  },
);
