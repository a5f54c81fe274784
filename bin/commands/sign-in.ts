import type { Command } from 'commander';
import { withClient } from '../client/action.ts';
import type { Context } from '../client/context.ts';

/** `baton sign-in`: prints a link that signs a person in, once. */
export function addSignIn(program: Command, context: Context): void {
  program
    .command('sign-in')
    .argument('[user]', 'who signs in; default: yourself')
    .option('--expires-in-minutes <minutes>', 'how long the link is valid (default: 60)', Number)
    .option('--json', 'print JSON')
    .action((user: string | undefined, options: { expiresInMinutes?: number; json?: boolean }) =>
      withClient(context, async (client) => {
        const { json, expiresInMinutes } = options;
        const created = await client.createSignInLink({
          ...(user !== undefined && { user }),
          ...(expiresInMinutes !== undefined && { expiresInMinutes }),
        });
        if (json) return context.print(JSON.stringify(created, undefined, 2));
        context.print(created.link);
        context.warn(`Signs ${created.user} in once, before ${created.expiresAt}.`);
      }),
    );
}
