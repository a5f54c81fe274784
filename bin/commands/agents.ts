import type { Command } from 'commander';
import { fileProblemText } from '../../contracts/agents/file-problem.ts';
import type { Context } from '../client/context.ts';
import { tableLines } from '../client/text.ts';
import { withClient } from '../client/action.ts';

/** `baton agents`: lists the agents, and what each of them is missing. */
export function addAgents(program: Command, context: Context): void {
  program
    .command('agents')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: boolean }) =>
      withClient(context, async (client) => {
        const { print, warn, colors } = context;
        const { items, problems } = await client.agents();
        if (json) return print(JSON.stringify({ items, problems }, undefined, 2));
        const rows = items.map(({ name, role, source, file, ready }) => [
          name,
          ready ? colors.green('ready') : colors.yellow('cannot run'),
          file ?? source,
          role,
        ]);
        for (const line of tableLines(rows)) print(line);
        for (const { name, missing } of items) {
          for (const { kind, name: what, message, fix } of missing) {
            warn(`${name} cannot run: ${kind} ${what} ${message}; ${fix}`);
          }
        }
        for (const problem of problems) warn(fileProblemText(problem));
      }),
    );
}
