import type { Command } from 'commander';
import type { Context } from '../client/context.ts';
import { withClient } from '../client/action.ts';

/** `baton interrupt RUN [NODE]`: lets agents stand still between two turns. */
export function addInterrupt(program: Command, context: Context): void {
  program
    .command('interrupt')
    .description('let agents of a run stand still after their turn, until they are resumed')
    .argument('<run>', "the run's id")
    .argument('[node]', 'node path of an agent; left out, every one at work')
    .option('-r, --reason <text>', 'why, for the record')
    .action((id: string, nodePath: string | undefined, { reason }: { reason?: string }) =>
      withClient(context, async (client) => {
        const { agents } = await client.interruptRun(id, { nodePath, reason });
        for (const agent of agents) {
          context.print(`${agent} stands still as soon as the turn that it is in has ended.`);
        }
        context.print(`Let it go on: npx baton resume ${id}`);
      }),
    );
}
