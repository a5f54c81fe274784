import type { Command } from 'commander';
import { fileProblemText } from '../../contracts/agents/file-problem.ts';
import type { QuotaView, ToolView } from '../../contracts/api/index.ts';
import { setUpGap } from '../../contracts/tools/tool-gaps.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../client/context.ts';
import { CommandError } from '../client/errors.ts';
import { tableLines } from '../client/text.ts';
import { toolLines } from '../client/tool-lines.ts';
import { withClient } from '../client/action.ts';

type Options = { user: string; json?: boolean };

/** `baton tools [NAME]`: lists the tools with what some of them are missing, or shows one tool. */
export function addTools(program: Command, context: Context): void {
  program
    .command('tools')
    .argument('[name]', 'a tool, or one of its versions such as calculate@1')
    .option('-u, --user <name>', 'the user whose plan, permissions and limits apply', usualUser)
    .option('--json', 'print JSON')
    .action((name: string | undefined, options: Options) =>
      withClient(context, (client) =>
        name === undefined ? list(client, context, options) : show(client, context, name, options),
      ),
    );
}

async function list(client: ApiClient, context: Context, { user, json }: Options): Promise<void> {
  const { print, warn, colors } = context;
  const { items, problems, mcpServers } = await client.tools({ user });
  if (json) return print(JSON.stringify({ items, problems, mcpServers }, undefined, 2));
  const rows = items.map((tool) => {
    return [tool.name, tool.category, tool.plan, stateOf(tool, colors)];
  });
  for (const line of tableLines([['NAME', 'CATEGORY', 'PLAN', 'STATUS'], ...rows])) print(line);
  for (const problem of problems) warn(fileProblemText(problem));
  return undefined;
}

async function show(
  client: ApiClient,
  context: Context,
  name: string,
  { user, json }: Options,
): Promise<void> {
  const { print, warn } = context;
  const tool = await client.tool(name, { user });
  const quota = await quotaOf(client, name, user);
  if (json) return print(JSON.stringify({ ...tool, quota: quota.view ?? null }, undefined, 2));
  for (const line of toolLines(tool, gapOf(tool), quota.view, context)) print(line);
  if (quota.problem) warn(`The remaining calls are unknown. ${quota.problem}`);
  return undefined;
}

/** What is left of the limits of a tool; a worker counts it, and may be away. */
async function quotaOf(
  client: ApiClient,
  name: string,
  user: string,
): Promise<{ view?: QuotaView; problem?: string }> {
  try {
    return { view: await client.quota(name, { user }) };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { problem: error.message };
  }
}

/** Why the user cannot call a tool, in short: what to set up, or what is not allowed. */
function stateOf(tool: ToolView, colors: Context['colors']): string {
  const gap = gapOf(tool);
  if (!gap) return colors.green('available');
  return colors.yellow(tool.gap ? gap.message : `${gap.message}: ${gap.fix}`);
}

/** Why the user who was named in the request cannot call it: what is not allowed, else what is not set up. */
function gapOf(tool: ToolView): ToolView['gap'] {
  return tool.gap ?? setUpGap(tool);
}
