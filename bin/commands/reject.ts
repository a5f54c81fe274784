import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { withClient } from '../client/action.ts';
import { decide } from './decide.ts';

/** `baton reject [APPROVAL|RUN]`. */
export function addReject(program: Command, context: Context): void {
  program
    .command('reject')
    .argument('[approval]', 'id of an approval, or of a run with one pending approval')
    .option('-c, --comment <text>', 'a comment, stored with the decision')
    .option('--token <token>', 'the token of the approval, if you want it checked')
    .action((given: string | undefined, { comment, token }: { comment?: string; token?: string }) =>
      withClient(context, (client) =>
        decide(client, context, {
          verb: 'reject',
          ...(given !== undefined && { given }),
          ...(comment !== undefined && { comment }),
          ...(token !== undefined && { token }),
        }),
      ),
    );
}
