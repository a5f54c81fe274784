import { stat } from 'node:fs/promises';
import { canonicalJson } from '../../contracts/base/json.ts';
import type { McpServerState } from '../../contracts/tools/mcp.ts';
import type { GuardedFetch } from '../network/guarded-fetch.ts';
import type { Tool } from '../tool-kit/tool.ts';
import { lockFileOf, readAccepted } from './lock-file.ts';
import type { Accepted } from './lock-file.ts';
import { McpFileProblem, readMcpFile } from './mcp-file.ts';
import type { McpServerConfig } from './mcp-file.ts';
import type { openMcpServer } from './open-mcp-server.ts';
import type { McpServer } from './mcp-server.ts';
import { mcpToolStatuses } from './tool-status.ts';
import { toTool } from './to-tool.ts';

/** The MCP servers of a file. */
export type Mcp = {
  /** Their tools now, and how the servers are. */
  tools(): Tool<unknown>[];
  states(): McpServerState[];
  /** What keeps the files from being used. */
  problem(): string | undefined;
  /** Reads the files anew where they have changed. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

type Open = { config: McpServerConfig; server: McpServer };

/**
 * Connects to the servers of a file, and keeps up with the file.
 * @param options.path of the file; left out, there are none.
 * @param options.onChange is told when tools or states have changed.
 */
export async function openMcp(options: {
  path: string | undefined;
  fetch: GuardedFetch['fetch'];
  environment?: Record<string, string | undefined>;
  onChange: () => void;
  /** Replaces how servers are opened, with other limits for one. */
  open?: typeof openMcpServer;
}): Promise<Mcp> {
  const { path, fetch, environment = process.env, onChange } = options;
  const servers = new Map<string, Open>();
  let accepted: Accepted = {};
  let problem: string | undefined;
  let seen = '';

  async function state(): Promise<string> {
    if (path === undefined) return '';
    const files = await Promise.all(
      [path, lockFileOf(path)].map(async (file) => {
        const { mtimeMs, size, ino } = await stat(file).catch(() => ({
          mtimeMs: 0,
          size: 0,
          ino: 0,
        }));
        return [mtimeMs, size, ino];
      }),
    );
    return JSON.stringify(files);
  }

  async function read(): Promise<void> {
    if (path === undefined) return;
    try {
      const [file, known] = await Promise.all([readMcpFile(path), readAccepted(path)]);
      accepted = known;
      problem = undefined;
      await keep(file.servers);
    } catch (error) {
      if (!(error instanceof McpFileProblem)) throw error;
      problem = error.message;
    }
  }

  /** Servers whose lines have not changed stay connected. */
  async function keep(wanted: Record<string, McpServerConfig>): Promise<void> {
    for (const [name, { config, server }] of servers) {
      if (canonicalJson(config) === canonicalJson(wanted[name] ?? null)) continue;
      servers.delete(name);
      await server.stop();
    }
    for (const [name, config] of Object.entries(wanted)) {
      if (servers.has(name)) continue;
      // Imported when needed, as most have no MCP servers.
      const open = options.open ?? (await import('./open-mcp-server.ts')).openMcpServer;
      servers.set(name, {
        config,
        server: open({ server: config, fetch, environment, onView: onChange }),
      });
    }
  }

  const statusesOf = (name: string, { config, server }: Open) =>
    mcpToolStatuses(name, config, accepted[name] ?? {}, server.view());

  seen = await state();
  await read();
  return {
    tools: () =>
      [...servers].flatMap(([serverName, opened]) =>
        statusesOf(serverName, opened).map((status) =>
          toTool({ serverName, config: opened.config, server: opened.server, status }),
        ),
      ),
    states: () =>
      [...servers].map(([name, opened]) => {
        const { status, detail, unusable } = opened.server.view();
        const all = statusesOf(name, opened);
        const those = (...kinds: string[]) =>
          all.filter(({ is }) => kinds.includes(is)).map(({ tool }) => tool);
        return {
          name,
          status,
          detail: [detail, ...unusable].join('; '),
          tools: {
            accepted: those('accepted'),
            new: those('new'),
            changed: those('changed', 'gone'),
          },
        };
      }),
    problem: () => problem,
    async look() {
      const now = await state();
      if (now === seen) return;
      seen = now;
      await read();
      onChange();
    },
    async stop() {
      await Promise.all([...servers.values()].map(({ server }) => server.stop()));
      servers.clear();
    },
  };
}
