import type { Command } from 'commander';
import { megabytes } from '../../contracts/base/megabytes.ts';
import { readEnvironment } from '../../contracts/base/read-environment.ts';
import { reporting } from '../client/action.ts';
import type { Context } from '../client/context.ts';
import { exitCodes } from '../client/errors.ts';

/** `baton backup`: writes an installation into one file, running or stopped. */
export function addBackup(program: Command, context: Context): void {
  const { env, print, warn, onInterrupt } = context;
  program
    .command('backup')
    .description('write records, Temporal state and keys to one file; Baton can keep running')
    .argument('<file>', 'a new file, or a folder for a file named after the time')
    .action((destination: string) =>
      reporting(context, async () => {
        const { makeBackup, requireEmbedded } = await import('../backup/make-backup.ts');
        requireEmbedded(env);
        const { createApiClient } = await import('../client/api-client.ts');
        const { clientEnvironment, serverAddress, serverKey } =
          await import('../client/settings.ts');
        const { startEnvironment } = await import('../start/env.ts');
        const { minFreeBytes } = await import('../start/disk.ts');
        const disk = readEnvironment(startEnvironment.pick({ BATON_MIN_FREE_MB: true }), env);
        const { BATON_DATA: folder } = readEnvironment(clientEnvironment, env);
        const stopping = new AbortController();
        const stopListening = onInterrupt(() => {
          // What is under way ends first, and its files are deleted; at a second time there is no patience left.
          if (stopping.signal.aborted) process.exit(exitCodes.interrupted);
          stopping.abort();
        });
        const made = await makeBackup({
          folder,
          destination,
          client: async () =>
            createApiClient({ address: serverAddress(env), key: await serverKey(env) }),
          say: warn,
          spareBytes: minFreeBytes(disk),
          signal: stopping.signal,
        })
          .catch((error: unknown) => {
            if (!stopping.signal.aborted) throw error;
          })
          .finally(stopListening);
        if (!made) {
          warn('The backup was interrupted. Nothing was written.');
          return exitCodes.interrupted;
        }
        const { file, bytes, hasKeys } = made;
        print(`${file} (${megabytes(bytes)})`);
        if (hasKeys && !env['BATON_KEYS']) {
          warn(
            'It contains the keys that decrypt your records. Keep it where only you can read it.',
          );
        } else {
          warn(
            'It does not contain BATON_KEYS. Keep those keys too: without them, records cannot be read.',
          );
        }
      }),
    );
}
