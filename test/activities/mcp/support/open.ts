import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { readAccepted, writeAccepted } from '../../../../activities/mcp/lock-file.ts';
import { openMcpServer } from '../../../../activities/mcp/open-mcp-server.ts';
import { openMcp } from '../../../../activities/mcp/open-mcp.ts';
import { createGuardedFetch } from '../../../../activities/network/guarded-fetch.ts';
import type { Json, JsonObject } from '../../../../contracts/base/json.ts';
import { emptyExecutor } from '../../tools/support/executor.ts';

const script = fileURLToPath(new URL('./hostile-server.ts', import.meta.url));

export const tool = (name: string, rest: JsonObject = {}) => ({
  name,
  description: `The tool ${name}`,
  inputSchema: { type: 'object' },
  ...rest,
});

/** A folder with a server that has the given tools, its configuration, and an executor with what comes of it. */
export async function openServer(
  tools: JsonObject[],
  config: JsonObject = {},
  { allowedHosts = [] as string[], environment = {} as Record<string, string> } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'baton-mcp-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'mcp.yaml');
  const list = join(folder, 'tools.json');
  const program = { command: process.execPath, args: [script, list] };
  const setTools = (next: JsonObject[]) => writeFile(list, JSON.stringify(next));
  await setTools(tools);
  const server = 'url' in config ? config : { ...program, timeoutSeconds: 30, ...config };
  await writeFile(path, JSON.stringify({ servers: { test: server } }));

  const executor = emptyExecutor();
  const guarded = createGuardedFetch({
    allowedHosts,
    ports: 'any',
    hostsSetting: 'BATON_NETWORK_HOSTS',
  });
  const changes: (() => void)[] = [];
  const mcp = await openMcp({
    path,
    fetch: guarded.fetch,
    environment,
    onChange: () => changes.forEach((change) => change()),
    open: (options) =>
      openMcpServer({ ...options, pauseMs: 50, limits: { maximumBytes: 2_000_000 } }),
  });
  const apply = () => executor.replaceTools('mcp', mcp.tools());
  changes.push(apply);
  apply();
  onTestFinished(async () => {
    await mcp.stop();
    await guarded.close();
  });

  const status = async (wanted: string) =>
    expect.poll(() => mcp.states()[0]?.status, { timeout: 15_000 }).toBe(wanted);
  return {
    executor,
    mcp,
    path,
    setTools,
    status,
    spec: (name: string) => executor.find(`mcp__test__${name}`),
    call: (name: string, args: Json = {}, mayHaveRun = false) =>
      executor.run({
        tool: `mcp__test__${name}`,
        args,
        key: 'run/node/1',
        runId: 'run',
        user: 'ada',
        mayHaveRun,
        signal: AbortSignal.timeout(20_000),
      }),
    /** Accepts all that the server has, as `baton mcp accept` does. */
    async accept(definitions: JsonObject[] = tools) {
      const accepted = await readAccepted(path);
      const test = Object.fromEntries(definitions.map((each) => [String(each['name']), each]));
      await writeAccepted(path, { ...accepted, test } as never);
      await mcp.look();
    },
  };
}
