import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { withClient } from './action.ts';
import { decide } from './decide.ts';

/** `baton approve [APPROVAL|RUN]`. */
export function addApprove(program: Command, context: Context): void {
  program
    .command('approve')
    .description('approve what a run waits for')
    .argument('[approval]', 'id of an approval, or of a run that waits for exactly one')
    .option('-c, --comment <text>', 'kept with the decision')
    .action((given: string | undefined, { comment }: { comment?: string }) =>
      withClient(context, (client) =>
        decide(client, context, {
          verb: 'approve',
          ...(given !== undefined && { given }),
          ...(comment !== undefined && { comment }),
        }),
      ),
    );
}
