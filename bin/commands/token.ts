import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { withClient } from '../client/action.ts';
import { findApproval } from './decide.ts';

/** `baton token APPROVAL|RUN`: what a decision by a signal must carry. */
export function addToken(program: Command, context: Context): void {
  program
    .command('token')
    .argument('<approval>', 'id of an approval, or of a run with one pending approval')
    .option('--command', 'print the temporal command that approves it')
    .action((given: string, { command }: { command?: true }) =>
      withClient(context, async (client) => {
        const { id } = await findApproval(client, given, 'token');
        const answer = await client.approvalToken(id);
        context.print(command ? answer.command : answer.token);
      }),
    );
}
