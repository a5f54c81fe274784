import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { withClient } from '../client/action.ts';

/** `baton cancel RUN`: asks a run to stop. */
export function addCancel(program: Command, context: Context): void {
  program
    .command('cancel')
    .argument('<run>', "the run's id")
    .option('-r, --reason <text>', 'the reason, stored with the run')
    .action((id: string, { reason }: { reason?: string }) =>
      withClient(context, async (client) => {
        const run = await client.cancelRun(id, reason);
        context.print(
          run.status === 'cancelled'
            ? `${id} is cancelled.`
            : `Cancelling ${id}. Watch it end: npx baton show ${id} --watch`,
        );
      }),
    );
}
