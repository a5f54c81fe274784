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
    .description('restore a backup into an empty data folder')
    .argument('<file>', 'a file from `npx baton backup`')
    .option('--data <folder>', 'the folder to restore into. Default: BATON_DATA')
    .action((file: string, { data }: { data?: string }) =>
      reporting(context, async () => {
        const { restoreBackup } = await import('../backup/restore-backup.ts');
        const folder = data ?? readEnvironment(databaseEnvironment, env).BATON_DATA;
        const { madeAt, baton } = await restoreBackup(file, folder);
        print(`Restored ${folder} as of ${madeAt} (Baton ${baton}).`);
        warn(
          'Stop the Baton that you backed up before you start this one. Otherwise both continue the same runs.',
        );
        print(`Start it: BATON_DATA=${folder} npm start`);
      }),
    );
}
