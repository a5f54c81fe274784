import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { collectValues } from '../client/given-values.ts';
import type { GivenValues } from '../client/given-values.ts';
import { withClient } from '../client/action.ts';
import { decide } from './decide.ts';

type Options = { comment?: string; arg?: GivenValues; argsJson?: string };

/** `baton approve [APPROVAL|RUN]`. */
export function addApprove(program: Command, context: Context): void {
  program
    .command('approve')
    .description('approve what a run waits for, as it was asked for or with other arguments')
    .argument('[approval]', 'id of an approval, or of a run that waits for exactly one')
    .option('-c, --comment <text>', 'kept with the decision')
    .option(
      '-a, --arg <name=value>',
      'one argument to change, such as quantity=2; can be repeated',
      collectValues,
    )
    .option(
      '--args-json <file>',
      'the arguments in place of those that were asked for, all of them, as JSON from a file or - for standard input',
    )
    .action((given: string | undefined, { comment, arg, argsJson }: Options) =>
      withClient(context, (client) =>
        decide(client, context, {
          verb: 'approve',
          ...(given !== undefined && { given }),
          ...(comment !== undefined && { comment }),
          ...((arg || argsJson !== undefined) && { change: { values: arg, file: argsJson } }),
        }),
      ),
    );
}
