import { definitionHash, differences, visible } from '../../../activities/mcp/definition.ts';
import type { McpDefinition } from '../../../activities/mcp/definition.ts';
import { lockFileOf, readAccepted, writeAccepted } from '../../../activities/mcp/lock-file.ts';
import { McpFileProblem, readMcpFile } from '../../../activities/mcp/mcp-file.ts';
import type { McpServerConfig } from '../../../activities/mcp/mcp-file.ts';
import { openMcpServer } from '../../../activities/mcp/open-mcp-server.ts';
import { mcpToolStatuses } from '../../../activities/mcp/tool-status.ts';
import type { McpToolStatus } from '../../../activities/mcp/tool-status.ts';
import { createGuardedFetch } from '../../../activities/network/guarded-fetch.ts';
import { suggest } from '../../../contracts/base/nearest.ts';
import { sentence } from '../../../contracts/base/text.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { activityEnvironment } from '../../../workers/env.ts';
import type { Context } from '../../client/context.ts';
import { CommandError } from '../../client/errors.ts';
import { valueLines } from '../../client/text.ts';

type Looked = {
  name: string;
  config: McpServerConfig;
  statuses: McpToolStatus[];
  now: ReadonlyMap<string, McpDefinition>;
};

/** Prints the tools of all servers. @returns the exit code, 1 where a server cannot be reached. */
export async function showAll(context: Context): Promise<number | void> {
  const { print, warn, colors } = context;
  const file = await configured(context);
  const accepted = await readable(readAccepted(file.path));
  let failures = 0;
  for (const [name, config] of Object.entries(file.servers)) {
    try {
      const { statuses, now } = await look(context, name, config, accepted[name] ?? {});
      print(colors.bold(name));
      for (const one of statuses) show(context, one, now.get(one.tool));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      warn(error.message);
      failures += 1;
    }
  }
  return failures > 0 ? 1 : 0;
}

function show(
  { print, colors }: Context,
  { tool, is, definition }: McpToolStatus,
  now?: McpDefinition,
): void {
  const told = visible(tool);
  if (is === 'accepted') return print(`  ${colors.green('accepted')}  ${told}`);
  print(`  ${colors.yellow(is)}  ${told}`);
  if (!now) return print('    no longer on the server');
  if (definition) print(`    changed: ${differences(definition, now)}`);
  const { name: _told, ...rest } = now;
  for (const line of valueLines({ ...rest, sha256: definitionHash(now) }, '    '))
    print(visible(line));
}

/** Accepts tools of a server as they are now; all of them where none is named. */
export async function accept(context: Context, name: string, tools: string[]): Promise<void> {
  const { print } = context;
  const { path, servers } = await configured(context);
  const config = servers[name];
  if (!config) {
    throw new CommandError(
      `Server ${name} not found in ${path}. ${sentence(suggest(name, Object.keys(servers)))}`,
    );
  }
  const accepted = await readable(readAccepted(path));
  const { statuses, now } = await look(context, name, config, accepted[name] ?? {});
  const known = statuses.map(({ tool }) => tool);
  for (const tool of tools.filter((each) => !known.includes(each))) {
    throw new CommandError(
      `Server ${name} has no tool ${visible(tool)}. ${sentence(suggest(tool, known))}`,
    );
  }
  const wanted = statuses.filter(({ tool }) => tools.length === 0 || tools.includes(tool));
  const kept = { ...accepted[name] };
  for (const one of wanted) {
    const definition = now.get(one.tool);
    if (one.is !== 'accepted') show(context, one, definition);
    if (definition) kept[one.tool] = definition;
    else delete kept[one.tool];
  }
  await writeAccepted(path, { ...accepted, [name]: kept });
  const changed = wanted.filter(({ is }) => is !== 'accepted').length;
  print(
    `${changed} accepted, ${wanted.length - changed} already accepted; written to ${lockFileOf(path)}`,
  );
}

async function configured({ env }: Context) {
  const { BATON_MCP_FILE: path } = readEnvironment(activityEnvironment, env);
  if (path === undefined) {
    throw new CommandError('No MCP servers. Set BATON_MCP_FILE to a file that lists them.');
  }
  return { path, ...(await readable(readMcpFile(path))) };
}

/** What a server has now, by a connection of its own. */
async function look(
  { env }: Context,
  name: string,
  config: McpServerConfig,
  accepted: Record<string, McpDefinition>,
): Promise<Looked> {
  const { BATON_NETWORK_HOSTS: allowedHosts } = readEnvironment(activityEnvironment, env);
  const guarded = createGuardedFetch({
    allowedHosts,
    ports: 'any',
    hostsSetting: 'BATON_NETWORK_HOSTS',
  });
  const server = openMcpServer({
    server: config,
    fetch: guarded.fetch,
    environment: env,
    onView: () => undefined,
  });
  try {
    await server.ready;
    const { definitions, detail } = server.view();
    if (!definitions) throw new CommandError(`Server ${name} cannot be reached: ${detail}`);
    return {
      name,
      config,
      statuses: mcpToolStatuses(name, config, accepted, { definitions }),
      now: definitions,
    };
  } finally {
    await server.stop();
    await guarded.close();
  }
}

async function readable<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof McpFileProblem) throw new CommandError(error.message);
    throw error;
  }
}
