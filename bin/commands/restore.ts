import type { Command } from 'commander';
import { readEnvironment } from '../../contracts/base/read-environment.ts';
import { databaseEnvironment } from '../../db/env.ts';
import { reporting } from '../client/action.ts';
import type { Context } from '../client/context.ts';

/** `baton restore`: puts a backup into an empty data folder. */
export function addRestore(program: Command, context: Context): void {
  const { env, print, warn } = context;
  program
    .command('restore')
    .description('put a backup into an empty data folder')
    .argument('<file>', 'what `npx baton backup` wrote')
    .option('--data <folder>', 'where to; BATON_DATA when left out')
    .action((file: string, { data }: { data?: string }) =>
      reporting(context, async () => {
        const { restoreBackup } = await import('../backup/restore-backup.ts');
        const folder = data ?? readEnvironment(databaseEnvironment, env).BATON_DATA;
        const { madeAt, baton } = await restoreBackup(file, folder);
        print(`${folder} is as it was at ${madeAt} (Baton ${baton}).`);
        warn(
          'Stop the Baton that the backup is of before you start this one: both would continue the same runs.',
        );
        print(`Start it: BATON_DATA=${folder} npm start`);
      }),
    );
}
