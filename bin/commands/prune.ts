import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { megabytes } from '../../contracts/base/megabytes.ts';
import { endStatuses } from '../../contracts/runs/run.ts';
import type { EndStatus } from '../../contracts/runs/run.ts';
import { withClient } from '../client/action.ts';
import type { Context } from '../client/context.ts';
import { CommandError, exitCodes } from '../client/errors.ts';

type Options = { olderThan?: number; maxSize?: number; keep?: EndStatus[]; dryRun?: boolean };

/** `baton prune`: deletes the details of old runs. */
export function addPrune(program: Command, context: Context): void {
  program
    .command('prune')
    .description('delete steps, conversations and artifacts of old runs; the runs stay listed')
    .option(
      '--older-than <days>',
      'only runs that ended longer ago than this, such as 90d',
      readDays,
    )
    .option(
      '--max-size <size>',
      'the oldest runs, until all runs take at most this, such as 2GB',
      readSize,
    )
    .addOption(
      new Option('--keep <statuses...>', 'keep runs with these statuses').choices(endStatuses),
    )
    .option('--dry-run', 'only show what would be deleted')
    .action(({ olderThan: olderThanDays, maxSize: maxMegabytes, keep, dryRun = false }: Options) =>
      withClient(context, async (client) => {
        if (olderThanDays === undefined && maxMegabytes === undefined) {
          throw new CommandError('Give --older-than 90d, --max-size 2GB or both.', exitCodes.usage);
        }
        const pruned = await client.prune({ olderThanDays, maxMegabytes, keep, dryRun });
        const what = `${pruned.steps} steps, ${pruned.messages} messages and ${pruned.artifacts} artifacts`;
        context.print(
          `${dryRun ? 'Would delete' : 'Deleted'} ${what} of ${pruned.runs} of ${pruned.of.runs} runs ` +
            `(${megabytes(pruned.bytes)} of ${megabytes(pruned.of.bytes)}).`,
        );
      }),
    );
}

function readDays(text: string): number {
  const [, days] = /^(\d+)d?$/.exec(text) ?? [];
  if (Number(days) >= 1) return Number(days);
  throw new InvalidArgumentError('Write days, such as 90d.');
}

/** In MB. */
function readSize(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(MB|GB)$/i.exec(text) ?? [];
  const size = Number(number) * (unit?.toUpperCase() === 'GB' ? 1024 : 1);
  if (size >= 1) return size;
  throw new InvalidArgumentError('Write a size, such as 500MB or 2GB.');
}
