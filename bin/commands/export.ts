import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Option } from 'commander';
import type { Command } from 'commander';
import { runKinds, runStatuses } from '../../contracts/runs/run.ts';
import { withClient } from '../client/action.ts';
import type { Context } from '../client/context.ts';
import { CommandError } from '../client/errors.ts';

type Options = { to?: string } & Record<
  'status' | 'kind' | 'pipeline' | 'user' | 'error' | 'text',
  string | undefined
>;

/** `baton export runs`: writes runs with all that is on record of them as JSON lines. */
export function addExport(program: Command, context: Context): void {
  program
    .command('export')
    .description('write records to files')
    .command('runs')
    .description('write runs with their steps, conversations, approvals and costs as JSON lines')
    .addOption(
      new Option('-s, --status <status>', 'only runs with this status').choices(runStatuses),
    )
    .addOption(new Option('--kind <kind>', 'only runs, or only tasks').choices(runKinds))
    .option('-p, --pipeline <name>', 'only runs of this pipeline')
    .option('-u, --user <name>', 'only runs of this user')
    .option('--error <type>', 'only runs that ended with this error')
    .option('--text <text>', 'only runs with this text in the id, the title or the input')
    .option('--to <file>', 'the file to write to. Default: standard output')
    .action(({ to, ...filter }: Options) =>
      withClient(context, async (client) => {
        const body = await client.download('/api/v1/runs.jsonl', filter);
        try {
          if (to !== undefined) {
            const lines = countLines();
            await pipeline(body, lines.pass, createWriteStream(to, { mode: 0o600 }));
            context.print(`Wrote ${lines.count()} runs to ${to}`);
          } else await pipeline(body, process.stdout, { end: false });
        } catch (error) {
          const { message } = error as Error;
          throw new CommandError(
            `The export was interrupted and is incomplete (${message}). Try again.`,
          );
        }
      }),
    );
}

/** Passes a text on, and counts its lines. */
function countLines() {
  let count = 0;
  const pass = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      for (const byte of chunk) if (byte === newline) count += 1;
      yield chunk;
    }
  };
  return { pass, count: () => count };
}

const newline = 10;
