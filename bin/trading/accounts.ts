import type { Command } from 'commander';
import { accountEntriesSchema, accountEntrySchema } from '../../contracts/trading/api/accounts.ts';
import type { AccountEntry } from '../../contracts/trading/api/accounts.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import type { ApiClient } from '../client/api-client.ts';
import { withClient } from '../client/action.ts';
import type { Context } from '../client/context.ts';
import { tableLines } from '../client/text.ts';

type Options = {
  user: string;
  members?: string[];
  name?: string;
  reason?: string;
  json?: boolean;
};

/** `baton accounts`: lists the accounts of a user; with an id and members, opens a desk account or sets who shares it. */
export function addAccounts(program: Command, context: Context): void {
  program
    .command('accounts')
    .argument('[id]', 'the id of a desk account, such as macro')
    .option(
      '-u, --user <name>',
      'the user whose accounts to list, or who makes the change',
      usualUser,
    )
    .option(
      '--members <users...>',
      'all members of the desk account; creates it if it does not exist',
    )
    .option('--name <name>', 'the name of the desk account; use together with --members')
    .option('--reason <text>', 'the reason, stored with the change')
    .option('--json', 'print JSON')
    .action((id: string | undefined, { json, ...options }: Options, command: Command) => {
      const { members } = options;
      if ((id === undefined) !== (members === undefined)) {
        command.error('error: give both an id and --members, or neither to list accounts');
      }
      return withClient(context, async (client) => {
        const listed =
          id === undefined || members === undefined
            ? await list(client, options.user)
            : [await put(client, id, { ...options, members })];
        if (json) return context.print(JSON.stringify(listed, undefined, 2));
        for (const line of tableLines(listed.map(rowOf))) context.print(line);
      });
    });
}

async function list(client: ApiClient, user: string): Promise<AccountEntry[]> {
  return (await client.get(accountEntriesSchema, '/api/v1/accounts', { user })).items;
}

function put(client: ApiClient, id: string, { user, ...body }: Options): Promise<AccountEntry> {
  const path = `/api/v1/accounts/${encodeURIComponent(id)}`;
  return client.put(accountEntrySchema, path, body, { user });
}

const rowOf = ({ id, name, kind, members }: AccountEntry) => [id, name, kind, members.join(', ')];
