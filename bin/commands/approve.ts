import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { collectValues } from '../client/given-values.ts';
import type { GivenValues } from '../client/given-values.ts';
import { withClient } from '../client/action.ts';
import { domains } from '../domains.ts';
import { decide } from './decide.ts';

type Options = {
  comment?: string;
  token?: string;
  arg?: GivenValues;
  argsJson?: string;
  preview: boolean;
};

const revisions = domains.flatMap((domain) => domain.revisions);

/** `baton approve [APPROVAL|RUN]`. */
export function addApprove(program: Command, context: Context): void {
  const command = program
    .command('approve')
    .argument('[approval]', 'id of an approval, or of a run with one pending approval')
    .option('-c, --comment <text>', 'a comment, stored with the decision')
    .option('--token <token>', 'the token of the approval, if you want it checked')
    .option(
      '-a, --arg <name=value>',
      'an argument to change, such as quantity=2; repeatable',
      collectValues,
    )
    .option(
      '--args-json <file>',
      'all arguments, replacing the requested ones, as JSON from a file or - for standard input',
    )
    .option('--no-preview', 'approve without previewing the call')
    .action((given: string | undefined, options: Options) =>
      withClient(context, (client) => {
        const { comment, token, arg, argsJson, preview, ...rest } = options;
        return decide(client, context, {
          verb: 'approve',
          preview,
          ...(given !== undefined && { given }),
          ...(comment !== undefined && { comment }),
          ...(token !== undefined && { token }),
          ...((arg || argsJson !== undefined) && { change: { values: arg, file: argsJson } }),
          revisions: Object.keys(rest),
        });
      }),
    );
  for (const { name, description } of revisions) command.option(`--${name}`, description);
}
