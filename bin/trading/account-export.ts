import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Argument } from 'commander';
import type { Command } from 'commander';
import { accountFiles } from '../../contracts/trading/account-files.ts';
import type { AccountFile } from '../../contracts/trading/account-files.ts';
import { ownAccountId } from '../../contracts/trading/accounts.ts';
import { usualUser } from '../../contracts/base/usual-user.ts';
import { withClient } from '../client/action.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Context } from '../client/context.ts';
import { CommandError, exitCodes } from '../client/errors.ts';

type Options = { user: string; account?: string; to: string };

/** `baton account export`: writes what is on record of an account into CSV files. */
export function addAccountExport(program: Command, context: Context): void {
  program
    .command('account')
    .command('export')
    .description('write the records of a paper account to CSV files')
    .addArgument(
      new Argument('[files...]', 'the files to write. Default: all').choices(accountFiles),
    )
    .option('-u, --user <name>', 'the user who makes the request', usualUser)
    .option('-a, --account <id>', "a desk account. Default: the user's own account")
    .option('--to <folder>', 'the folder to write to', '.')
    .action((files: AccountFile[], options: Options) =>
      withClient(context, async (client) => {
        await mkdir(options.to, { recursive: true });
        let failed = false;
        for (const file of files.length > 0 ? files : accountFiles) {
          try {
            context.print(await writeFile(client, file, options));
          } catch (error) {
            // What can be had without a worker is written without one.
            if (!(error instanceof CommandError)) throw error;
            context.warn(`${file}.csv: ${error.message}`);
            failed = true;
          }
        }
        return failed ? exitCodes.failed : exitCodes.completed;
      }),
    );
}

/** Writes a file; a part of one is never left behind. Gives its path. */
async function writeFile(
  client: ApiClient,
  file: AccountFile,
  { user, account, to }: Options,
): Promise<string> {
  const body = await client.download(`/api/v1/account/${file}.csv`, { user, account });
  const name = (account ?? ownAccountId(user)).replaceAll(/[^\w.-]+/g, '-');
  const path = join(to, `${name}-${file}.csv`);
  const part = `${path}.part`;
  try {
    await pipeline(body, createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw new CommandError(
      `the download was interrupted (${(error as Error).message}). Try again.`,
    );
  }
  return path;
}
