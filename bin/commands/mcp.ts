import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { reporting } from '../client/action.ts';

/** It loads much that no other command needs. */
const servers = () => import('./mcp/servers.ts');

/** `baton mcp`: what the MCP servers of the configuration have, and which of it is accepted. */
export function addMcp(program: Command, context: Context): void {
  const command = program
    .command('mcp')
    .action(() => reporting(context, async () => (await servers()).showAll(context)));
  command
    .command('accept')
    .description('accept tools of an MCP server as they are now. Default: all its tools')
    .argument('<server>')
    .argument('[tools...]', 'names of tools on the server')
    .action((server: string, tools: string[]) =>
      reporting(context, async () => (await servers()).accept(context, server, tools)),
    );
}
