import { join } from 'node:path';
import { McpFileProblem, readMcpFile } from '../../../activities/mcp/mcp-file.ts';
import { createNetwork } from '../../../activities/network/create-network.ts';
import { checkTypes } from '../../../activities/own-tools/check-types.ts';
import { createOwnTools } from '../../../activities/own-tools/own-tools.ts';
import { allTools } from '../../../workers/compose/all-tools.ts';
import type { FileProblem } from '../../../contracts/agents/file-problem.ts';
import type { McpServerState } from '../../../contracts/tools/mcp.ts';
import { readEnvironment } from '../../../contracts/base/read-environment.ts';
import { activityEnvironment } from '../../../workers/env.ts';
import { createApiClient } from '../../client/api-client.ts';
import { CommandError } from '../../client/errors.ts';
import { serverAddress, serverKey } from '../../client/settings.ts';
import type { Check, Environment, Finding } from '../../client/finding.ts';

const what = 'Tools';

type Known = {
  /** Those of the user's own files. */
  own: string[];
  problems: FileProblem[];
  servers: McpServerState[];
};

/** What is wrong with the user's own tools and with MCP servers, as the server knows it, or by the files where none answers. */
export const tools: Check = {
  what,
  async run(env) {
    const { own, problems, servers } = (await fromServer(env)) ?? (await fromFiles(env));
    const accepted = servers.reduce((count, server) => count + server.tools.accepted.length, 0);
    const detail =
      `${own.length === 0 ? 'none' : own.join(', ')} of your own` +
      (servers.length === 0 ? '' : `, ${accepted} of MCP servers`);
    return [
      { status: 'ok', what, detail },
      ...problems.map(({ file, line, column, message, fix }): Finding => {
        return { status: 'fail', what, detail: `${file}:${line}:${column} ${message}`, fix };
      }),
      ...servers.flatMap(ofServer),
    ];
  },
};

function ofServer({ name, status, detail, tools: known }: McpServerState): Finding[] {
  const accept = `review with \`npx baton mcp\`, then accept with \`npx baton mcp accept ${name}\``;
  return [
    ...(status === 'failed'
      ? [
          {
            status: 'fail' as const,
            what,
            detail: `MCP server ${name} cannot be used: ${detail}`,
            fix: 'correct its entry in BATON_MCP_FILE, or start the server',
          },
        ]
      : []),
    ...(known.changed.length > 0
      ? [
          {
            status: 'fail' as const,
            what,
            detail: `MCP server ${name} changed tools that you accepted: ${known.changed.join(', ')}`,
            fix: accept,
          },
        ]
      : []),
    ...(known.new.length > 0
      ? [
          {
            status: 'warn' as const,
            what,
            detail: `MCP server ${name} has tools that you have not accepted: ${known.new.join(', ')}`,
            fix: accept,
          },
        ]
      : []),
  ];
}

async function fromServer(env: Environment): Promise<Known | undefined> {
  try {
    const key = await serverKey(env);
    const { items, problems, mcpServers } = await createApiClient({
      address: serverAddress(env),
      key,
    }).tools();
    const own = items.flatMap(({ name, file }) => (file === undefined ? [] : [name]));
    return { own, problems, servers: mcpServers };
  } catch (error) {
    // The check of the server tells of it.
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

async function fromFiles(env: Environment): Promise<Known> {
  const environment = readEnvironment(activityEnvironment, env);
  const folder = join(environment.BATON_EXTENSIONS, 'tools');
  const network = createNetwork({ allowedHosts: [], ports: [443], hostsSetting: '' });
  const taken = (await allTools()).map(({ name }) => name);
  const own = createOwnTools({ folder, taken, network });
  try {
    const { tools: loaded, files, problems } = await own.read();
    const types = (await checkTypes(folder, Object.values(files))) ?? [];
    return {
      own: loaded.map(({ name }) => name),
      problems: [...problems, ...types, ...(await mcpProblems(environment.BATON_MCP_FILE))],
      servers: [],
    };
  } finally {
    await own.stop();
    await network.close();
  }
}

async function mcpProblems(file: string | undefined): Promise<FileProblem[]> {
  if (file === undefined) return [];
  try {
    await readMcpFile(file);
    return [];
  } catch (error) {
    if (!(error instanceof McpFileProblem)) throw error;
    const { message } = error;
    return [{ file, line: 1, column: 1, path: '', message, fix: 'fix the file' }];
  }
}
